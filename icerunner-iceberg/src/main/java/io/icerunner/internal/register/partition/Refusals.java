package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;

/** Why a file does not become part of the table. */
final class Refusals {
  private Refusals() {}

  static IceRunnerException of(String location, String reason) {
    return IceRunnerException.invalidArgument("Cannot register %s: %s".formatted(location, reason));
  }
}
