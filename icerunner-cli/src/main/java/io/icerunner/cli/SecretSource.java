package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where passwords and tokens come from: the environment, or whoever is asked at the terminal.
 * Without a terminal each one that is asked for is a line on standard input.
 */
final class SecretSource {
  private final Map<String, String> environment;
  private @Nullable BufferedReader lines;

  SecretSource(Map<String, String> environment) {
    this.environment = environment;
  }

  /** The value of a variable; null if it is not set or empty. */
  @Nullable String fromEnvironment(String variable) {
    String value = environment.get(variable);
    return value == null || value.isEmpty() ? null : value;
  }

  /**
   * @param what as in "password at the source"
   */
  String ask(String what) {
    Console console = System.console();
    String answer;
    if (console == null) {
      answer = nextLine();
    } else {
      char[] typed = console.readPassword("Enter %s: ", what);
      answer = typed == null ? null : new String(typed);
    }
    if (answer == null || answer.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Invalid %s: none was entered; it is asked for at the terminal, or read as a line of standard input"
              .formatted(what));
    }
    return answer;
  }

  private @Nullable String nextLine() {
    if (lines == null) {
      lines = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }
    try {
      return lines.readLine();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
