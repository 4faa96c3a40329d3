package io.icerunner.cli;

import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;

/** A table name as typed: namespace and table separated by dots. */
final class TableName {
  static final String DEFAULT = "icerunner_test";

  private TableName() {}

  static FlightDescriptor descriptor(String name) {
    return FlightDescriptor.path(parts(name));
  }

  private static List<String> parts(String name) {
    List<String> parts = Arrays.asList(name.split("\\.", -1));
    if (parts.stream().anyMatch(String::isBlank)) {
      throw new CommandFailure(
          "Invalid table name '" + name + "': expected TABLE or NAMESPACE.TABLE");
    }
    return parts;
  }
}
