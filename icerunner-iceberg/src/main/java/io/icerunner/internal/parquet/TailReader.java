package io.icerunner.internal.parquet;

import java.io.IOException;

/** Reads a range of one file. */
@FunctionalInterface
public interface TailReader {

  /**
   * @return exactly so many bytes
   * @throws IOException if the range cannot be read, or not whole
   */
  byte[] read(long offset, int length) throws IOException;
}
