package io.icerunner.internal.types;

import io.icerunner.error.IceRunnerException;

/** The errors of a value that cannot be stored. */
final class Refusal {
  private Refusal() {}

  /**
   * @param path the column's full name
   * @param row from 0
   */
  static IceRunnerException value(String path, int row, Object value, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot store column '%s': value %s in row %s of the batch %s"
            .formatted(path, value, row, reason));
  }

  static IceRunnerException nullValue(String path, int row) {
    return IceRunnerException.invalidArgument(
        "Cannot store column '%s': row %s of the batch is null and the column is required"
            .formatted(path, row));
  }

  /** A batch whose buffers contradict each other. */
  static IceRunnerException malformed(String path, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot read column '%s' of the batch: %s".formatted(path, reason));
  }

  static IceRunnerException tooLarge(String path, long bytes) {
    return IceRunnerException.invalidArgument(
        "Cannot store column '%s': its values in one batch take %s and a batch holds at most %s; send smaller batches"
            .formatted(path, bytes, Integer.MAX_VALUE));
  }
}
