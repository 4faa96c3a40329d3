package io.icerunner.internal.discovery;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Checks the properties that a host gives to a provider. */
public final class ProviderProperties {
  private ProviderProperties() {}

  /**
   * Refuses keys that the provider does not know.
   *
   * @param owner for messages, as in "catalog provider \"rest\""
   * @param known empty if the provider takes any key; one that ends with a star stands for all keys
   *     that begin so
   * @throws IceRunnerException INVALID_ARGUMENT listing every unknown key with the nearest known
   */
  public static void check(String owner, Map<String, String> properties, Set<String> known) {
    if (known.isEmpty()) {
      return;
    }
    List<String> unknown = new ArrayList<>();
    for (String key : new TreeSet<>(properties.keySet())) {
      if (!known.contains(key) && known.stream().noneMatch(k -> isPrefix(k, key))) {
        unknown.add("\"%s\"%s".formatted(key, NearestName.hint(key, known)));
      }
    }
    if (!unknown.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot open the %s: unknown properties %s. Known are %s."
              .formatted(
                  owner, String.join(", ", unknown), String.join(", ", new TreeSet<>(known))));
    }
  }

  private static boolean isPrefix(String known, String key) {
    return known.endsWith("*") && key.startsWith(known.substring(0, known.length() - 1));
  }
}
