package io.icerunner.internal.scan;

import java.util.List;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;

/**
 * The data files that hold the rows of a table, all of which count.
 *
 * @param files with their statistics, in the order in which they were added
 * @param io reads them
 */
public record TableFiles(List<DataFile> files, FileIO io) {
  /** More are not given away at once: what is known of each takes memory on the way. */
  public static final int MOST = 50_000;

  public TableFiles {
    files = List.copyOf(files);
  }

  public long rowCount() {
    return files.stream().mapToLong(DataFile::recordCount).sum();
  }

  public long bytes() {
    return files.stream().mapToLong(DataFile::fileSizeInBytes).sum();
  }
}
