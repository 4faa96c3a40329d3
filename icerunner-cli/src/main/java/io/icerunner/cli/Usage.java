package io.icerunner.cli;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Making what a command line configures. */
final class Usage {
  private Usage() {}

  /** What the builder refuses is a mistake of the command line. */
  static <T> T checked(CommandSpec spec, Supplier<T> building) {
    try {
      return building.get();
    } catch (IceRunnerException e) {
      throw e.code() == ErrorCode.INVALID_ARGUMENT
          ? new ParameterException(spec.commandLine(), e.getMessage(), e)
          : e;
    }
  }
}
