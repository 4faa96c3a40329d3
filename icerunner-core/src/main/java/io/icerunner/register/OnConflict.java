package io.icerunner.register;

/** What happens to a file whose path gives a column another value than the file itself. */
public enum OnConflict {
  /** The run fails, naming the file and both values. The default. */
  REFUSE,
  /** The file's own value is taken. */
  FILE_WINS
}
