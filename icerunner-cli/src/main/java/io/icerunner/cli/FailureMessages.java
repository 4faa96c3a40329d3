package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.IExecutionExceptionHandler;
import picocli.CommandLine.ParseResult;

/**
 * One sentence on standard error for what the user or the server got wrong; a stack trace only for
 * a fault of the program itself, or when {@code ICERUNNER_DEBUG} is set.
 */
final class FailureMessages implements IExecutionExceptionHandler {

  @Override
  public int handleExecutionException(Exception failure, CommandLine line, ParseResult parsed) {
    String message = message(failure);
    line.getErr().println("icerunner: " + (message == null ? failure.toString() : message));
    if (message == null || System.getenv("ICERUNNER_DEBUG") != null) {
      failure.printStackTrace(line.getErr());
    }
    return CommandLine.ExitCode.SOFTWARE;
  }

  private static String rootMessage(Throwable failure) {
    Throwable root = failure;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return String.valueOf(root.getMessage());
  }

  private static @Nullable String message(Exception failure) {
    if (failure instanceof FlightRuntimeException flight) {
      if (flight.status().code() == FlightStatusCode.UNAVAILABLE) {
        return "Cannot reach the server: "
            + rootMessage(flight)
            + ". Is it running? Start one with: icerunner serve";
      }
      return flight.getMessage();
    }
    if (failure instanceof IceRunnerException
        || failure instanceof CommandFailure
        || failure instanceof IOException
        || failure instanceof UncheckedIOException) {
      return failure.getMessage();
    }
    return null;
  }
}
