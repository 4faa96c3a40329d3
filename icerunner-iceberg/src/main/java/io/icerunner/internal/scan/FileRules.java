package io.icerunner.internal.scan;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalPaths;
import java.nio.file.Path;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileFormat;
import org.jspecify.annotations.Nullable;

/** What a data file must be like to be read. */
final class FileRules {

  private FileRules() {}

  /** Why the file cannot be read, as the rest of a sentence about its table; null if it can. */
  static @Nullable String refusal(DataFile file, boolean hasDeletes) {
    String location = file.location();
    if (hasDeletes || file.deletionVector() != null) {
      return "rows of data file %s are deleted by delete files, which are not applied yet"
          .formatted(location);
    }
    if (file.format() != FileFormat.PARQUET) {
      return "data file %s is %s; only Parquet is read".formatted(location, file.format());
    }
    if (file.keyMetadata() != null) {
      return "data file %s is encrypted, which is not read yet".formatted(location);
    }
    return locationRefusal(location);
  }

  private static @Nullable String locationRefusal(String location) {
    if (!LocalPaths.isLocal(location)) {
      return "data file %s is on an object store (scheme %s); serving tables on object stores comes later"
          .formatted(location, location.substring(0, location.indexOf(':')));
    }
    Path path;
    try {
      path = LocalPaths.toPath(location);
    } catch (IceRunnerException e) {
      return "data file %s has no path of this machine: %s".formatted(location, e.getMessage());
    }
    if (!path.isAbsolute()) {
      return "data file %s has a relative path".formatted(location);
    }
    if (!path.equals(path.normalize())) {
      return "data file %s has '.' or '..' in its path".formatted(location);
    }
    return null;
  }

  /** The absolute path of a location that is not refused. */
  static String localPath(String location) {
    return LocalPaths.toPath(location).toString();
  }
}
