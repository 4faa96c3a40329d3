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
    String secret = SecretOptions.shownBy(failure.getMessage(), arguments);
    line.getErr()
        .println(
            "icerunner: "
                + (secret == null
                    ? failure.getMessage()
                    : "Invalid %s: a secret is no value on a command line, which others can read; leave the value out to be asked for it"
                        .formatted(secret)));
    if (secret != null) {
      return CommandLine.ExitCode.USAGE;
    }
    boolean ignored = UnmatchedArgumentException.printSuggestions(failure, line.getErr());
    line.getErr().println("Try: %s --help".formatted(line.getCommandSpec().qualifiedName()));
    return CommandLine.ExitCode.USAGE;
  }
}
