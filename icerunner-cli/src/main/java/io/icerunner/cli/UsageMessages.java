package io.icerunner.cli;

import picocli.CommandLine;
import picocli.CommandLine.IParameterExceptionHandler;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** What is wrong with a command line, in a sentence; all options are a page, which one asks for. */
final class UsageMessages implements IParameterExceptionHandler {

  @Override
  public int handleParseException(ParameterException failure, String[] arguments) {
    CommandLine line = failure.getCommandLine();
    line.getErr().println("icerunner: " + failure.getMessage());
    boolean ignored = UnmatchedArgumentException.printSuggestions(failure, line.getErr());
    line.getErr().println("Try: %s --help".formatted(line.getCommandSpec().qualifiedName()));
    return CommandLine.ExitCode.USAGE;
  }
}
