package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Properties that a catalog cannot be opened without. */
final class Required {
  private Required() {}

  static String property(String provider, Map<String, String> properties, String key) {
    @Nullable String value = properties.get(key);
    if (value == null || value.isBlank()) {
      throw IceRunnerException.invalidArgument(
          "Cannot open a %s catalog: the property %s is missing".formatted(provider, key));
    }
    return value;
  }
}
