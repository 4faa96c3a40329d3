package io.icerunner.internal.scan;

/** A file that cannot be read right; the message says why, as the end of a sentence. */
final class UnreadableFile extends Exception {
  private static final long serialVersionUID = 1L;

  UnreadableFile(String reason) {
    super(reason);
  }
}
