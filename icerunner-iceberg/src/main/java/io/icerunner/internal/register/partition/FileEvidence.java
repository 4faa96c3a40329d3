package io.icerunner.internal.register.partition;

import io.icerunner.internal.register.source.SourceFile;
import java.util.Set;
import org.apache.iceberg.Metrics;

/**
 * What is known about a file without reading its values.
 *
 * @param rows by its footer
 * @param metrics trustworthy counts and bounds in the table's types, by the table's field ids; a
 *     lower bound is at most the least value, an upper bound at least the greatest
 * @param columnsInFile field ids of the table's columns that the file has
 */
public record FileEvidence(
    SourceFile file, long rows, Metrics metrics, HivePath path, Set<Integer> columnsInFile) {
  public FileEvidence {
    columnsInFile = Set.copyOf(columnsInFile);
  }

  String location() {
    return file.location();
  }
}
