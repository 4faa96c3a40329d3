package io.icerunner.internal.register.partition;

import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** All values of one key, and the type they have in common. */
final class KeyValues {
  private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");
  private static final Pattern DATE = Pattern.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}");

  private final HivePath first;

  /** Each value with one of its files. */
  private final Map<String, String> locations = new HashMap<>();

  private int paths;

  KeyValues(HivePath first) {
    this.first = first;
  }

  void add(HivePath path, @Nullable String value) {
    paths++;
    if (value != null) {
      locations.putIfAbsent(value, path.location());
    }
  }

  HivePath first() {
    return first;
  }

  /** How many paths have the key. */
  int paths() {
    return paths;
  }

  /** Refuses the values that are none of a declared column. */
  void check(Types.NestedField column) {
    locations.forEach((text, location) -> HiveValues.parse(location, column, text));
  }

  Type inferred() {
    if (locations.isEmpty()) {
      return Types.StringType.get();
    }
    if (all(KeyValues::isInt)) {
      return Types.IntegerType.get();
    }
    if (all(KeyValues::isLong)) {
      return Types.LongType.get();
    }
    return all(KeyValues::isDate) ? Types.DateType.get() : Types.StringType.get();
  }

  private boolean all(Predicate<String> test) {
    return locations.keySet().stream().allMatch(test);
  }

  private static boolean isInt(String text) {
    return isLong(text) && Long.parseLong(text) == (int) Long.parseLong(text);
  }

  private static boolean isLong(String text) {
    if (!INTEGER.matcher(text).matches()) {
      return false;
    }
    try {
      Long.parseLong(text);
      return true;
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static boolean isDate(String text) {
    if (!DATE.matcher(text).matches()) {
      return false;
    }
    try {
      LocalDate.parse(text);
      return true;
    } catch (DateTimeParseException e) {
      return false;
    }
  }
}
