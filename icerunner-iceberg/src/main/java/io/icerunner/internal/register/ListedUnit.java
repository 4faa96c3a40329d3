package io.icerunner.internal.register;

import io.icerunner.internal.register.source.SourceFile;
import io.icerunner.internal.register.source.UnitFiles;
import java.util.List;

/** A unit to register with its files. */
record ListedUnit(WorkUnit work, UnitFiles listing) {
  String key() {
    return work.key();
  }

  List<SourceFile> files() {
    return listing.files();
  }
}
