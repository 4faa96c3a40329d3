package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;

/** Why a file does not become part of the table. */
final class Refusals {
  private Refusals() {}

  static IceRunnerException of(String location, String reason) {
    return IceRunnerException.invalidArgument("Cannot register %s: %s".formatted(location, reason));
  }

  /** A file that is not in one partition. */
  static IceRunnerException unproven(String location, String reason) {
    return of(
        location,
        reason + "; partition the table more coarsely, or let such files have a coarser spec");
  }
}
