package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.CatalogProvider;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Values that must not appear in a message. */
final class Secrets {
  private static final Pattern SECRET_KEY =
      Pattern.compile(
          "(?i).*(password|passwd|secret|token|credential|api-?key|access-?key|private-?key|sas|authorization).*");
  private static final Pattern SECRET_IN_URI =
      Pattern.compile(
          "(?i)(?:password|passwd|pwd|secret|token)=([^&;\\s]+)|://[^/\\s:@]*:([^/\\s@]+)@");
  private static final String MASK = "****";

  private final List<String> values;

  private Secrets(List<String> values) {
    this.values = values;
  }

  /** The secrets among a catalog's properties: those its provider names, and those named so. */
  static Secrets of(CatalogProvider provider, Map<String, String> properties) {
    List<String> values = new ArrayList<>();
    properties.forEach(
        (key, value) -> {
          if (provider.secretProperties().contains(key) || SECRET_KEY.matcher(key).matches()) {
            values.add(value);
          }
          addFromUri(value, values);
        });
    values.removeIf(String::isEmpty);
    values.sort(Comparator.comparing(String::length).reversed());
    return new Secrets(values);
  }

  private static void addFromUri(String value, List<String> values) {
    Matcher matcher = SECRET_IN_URI.matcher(value);
    while (matcher.find()) {
      values.add(matcher.group(1) != null ? matcher.group(1) : matcher.group(2));
    }
  }

  /** The same failure without the secrets; its causes are dropped if one of them tells a secret. */
  IceRunnerException mask(IceRunnerException failure) {
    if (!anyTells(failure)) {
      return failure;
    }
    IceRunnerException masked =
        new IceRunnerException(failure.code(), mask(failure.getMessage()), null);
    masked.setStackTrace(failure.getStackTrace());
    return masked;
  }

  private boolean anyTells(Throwable failure) {
    for (Throwable t = failure; t != null; t = t.getCause()) {
      @Nullable String message = t.getMessage();
      if (message != null && !mask(message).equals(message)) {
        return true;
      }
    }
    return false;
  }

  private String mask(String text) {
    String masked = text;
    for (String value : values) {
      masked = masked.replace(value, MASK);
    }
    return masked;
  }
}
