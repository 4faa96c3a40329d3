package io.icerunner.internal.replica;

/** A record cannot be understood, whoever wrote it. The message says what is wrong with it. */
final class DamagedRecordException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  DamagedRecordException(String message) {
    super(message);
  }
}
