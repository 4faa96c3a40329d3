package io.icerunner.internal.register.source;

import java.io.IOException;
import java.util.Iterator;

/** Files of one kind of store, one attempt per call. Safe for use by many threads. */
interface Storage {

  /** The files below a folder, lazily; may fail at any step. */
  Iterator<SourceFile> list(String folder) throws IOException;

  /** A file by its location; fails as a missing file does. */
  SourceFile stat(String location) throws IOException;

  /**
   * Reads a range of a file.
   *
   * @throws java.io.EOFException if less came than was asked for
   */
  byte[] read(String location, long offset, int length) throws IOException;
}
