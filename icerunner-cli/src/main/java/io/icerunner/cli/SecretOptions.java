package io.icerunner.cli;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The options that ask for a secret, and take none as a value. */
final class SecretOptions {
  private static final Set<String> NAMES =
      Set.of("--password", "--token", "--target-password", "--target-token");

  private SecretOptions() {}

  /**
   * Finds a secret that was given as a value all the same, and that a message would repeat.
   *
   * @return the option; null if there is none
   */
  static @Nullable String shownBy(@Nullable String message, String... arguments) {
    for (int i = 0; message != null && i < arguments.length; i++) {
      int equals = arguments[i].indexOf('=');
      String name = equals < 0 ? arguments[i] : arguments[i].substring(0, equals);
      String next = i + 1 < arguments.length ? arguments[i + 1] : "";
      String value = equals < 0 ? next : arguments[i].substring(equals + 1);
      if (NAMES.contains(name) && !value.isEmpty() && message.contains(value)) {
        return name;
      }
    }
    return null;
  }
}
