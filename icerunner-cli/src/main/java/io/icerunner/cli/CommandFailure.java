package io.icerunner.cli;

/** The command cannot do what was asked, for a reason that the message tells. */
final class CommandFailure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  CommandFailure(String message) {
    super(message);
  }
}
