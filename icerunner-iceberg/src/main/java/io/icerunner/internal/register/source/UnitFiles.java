package io.icerunner.internal.register.source;

import java.util.List;

/**
 * The data files of a unit.
 *
 * @param files sorted by location
 * @param passedOver hidden, temporary, empty and other files that are no Parquet files
 */
public record UnitFiles(List<SourceFile> files, int passedOver) {
  public UnitFiles {
    files = List.copyOf(files);
  }
}
