package io.icerunner.internal.parquet;

/** A file that cannot be read right; the message says why, as the end of a sentence. */
public final class UnreadableFile extends Exception {
  private static final long serialVersionUID = 1L;

  public UnreadableFile(String reason) {
    super(reason);
  }
}
