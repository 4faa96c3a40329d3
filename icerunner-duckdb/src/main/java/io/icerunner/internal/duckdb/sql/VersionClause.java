package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TableVersion;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code AT (VERSION => …)} and {@code AT (TIMESTAMP => …)}. A number is a snapshot id, a
 * string the name of a branch or tag; a time without offset is one of the session's zone. A range
 * is that of {@link ChangesFunction}.
 */
final class VersionClause {
  private static final Set<String> TIME_TYPES =
      Set.of("date", "timestamp", "datetime", "timestamptz", "timestamp with time zone");

  private VersionClause() {}

  static TableVersion version(TableReference table, ZoneId zone) {
    if (table.range() != null) {
      return table.range();
    }
    JsonNode at = table.at();
    if (at == null) {
      return TableVersion.current();
    }
    JsonNode expression = at.path("expr");
    boolean timestamp = Tree.text(at, "unit").equalsIgnoreCase("TIMESTAMP");
    JsonNode literal = literal(expression, timestamp).path("literal");
    String text = Tree.text(literal, "text");
    TableVersion version =
        switch (Tree.text(literal, "kind")) {
          case "INTEGER" -> timestamp ? null : snapshot(text);
          case "STRING" -> timestamp ? asOf(text, zone) : TableVersion.ref(text);
          default -> null;
        };
    if (version == null) {
      throw IceRunnerException.invalidArgument(
          timestamp
              ? "Cannot read table %s: AT (TIMESTAMP => …) takes a literal such as TIMESTAMP"
                      .formatted(table.shortName())
                  + " '2026-01-31 12:00:00'"
              : "Cannot read table %s: AT (VERSION => …) takes a snapshot id or the name of a"
                      .formatted(table.shortName())
                  + " branch or tag in quotes");
    }
    return version;
  }

  private static JsonNode literal(JsonNode expression, boolean timestamp) {
    boolean cast = timestamp && Tree.expressionClass(expression).equals("CAST");
    String type = Tree.text(expression.path("type_expr"), "type_name").toLowerCase(Locale.ROOT);
    return cast && TIME_TYPES.contains(type) ? expression.path("child") : expression;
  }

  private static @Nullable TableVersion snapshot(String text) {
    try {
      return TableVersion.snapshot(Long.parseLong(text));
    } catch (NumberFormatException e) {
      return null;
    }
  }

  private static @Nullable TableVersion asOf(String text, ZoneId zone) {
    TimeText time = TimeText.parse(text.trim());
    Instant instant = time == null ? null : time.instant(zone);
    return instant == null ? null : TableVersion.asOf(instant);
  }
}
