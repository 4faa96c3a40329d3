package io.icerunner.internal.flight;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.names.TableNameText;
import io.icerunner.spi.TableVersion;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A scan request as JSON:
 *
 * <pre>{@code
 * {"table": "ns.events",            // or ["ns", "events"]
 *  "columns": ["id", "ts"],         // all if absent
 *  "filter": "id > 10",             // a predicate in SQL
 *  "snapshot-id": 42}               // or "timestamp", "ref", "branch", "tag"
 * }</pre>
 *
 * Instead of a version there may be a range, which is the rows that were appended after one
 * snapshot up to another: {@code "from-snapshot-id"}, null for the beginning of the table's
 * history, and {@code "to-snapshot-id"}, the current one if it is absent.
 *
 * <p>With {@code "data-files": true} the data files themselves are meant, in pieces (see {@link
 * io.icerunner.internal.copy.FilePiece}). They hold all columns and rows of a snapshot or a range,
 * so there are neither columns nor a filter.
 *
 * <p>A timestamp is a number of milliseconds since 1970 or text in ISO 8601 with an offset.
 */
final class ScanRequestJson {
  private static final String WHAT = "scan request";
  private static final String FILES = "data-files";
  private static final String FROM = "from-snapshot-id";
  private static final String TO = "to-snapshot-id";
  private static final Set<String> VERSION_KEYS =
      Set.of("snapshot-id", "timestamp", "ref", "branch", "tag");
  private static final Set<String> KEYS =
      Set.of(
          "table",
          "columns",
          "filter",
          "snapshot-id",
          "timestamp",
          "ref",
          "branch",
          "tag",
          FILES,
          FROM,
          TO);

  private ScanRequestJson() {}

  static ReadRequest parse(String text) {
    JsonNode request = Json.object(text, WHAT, KEYS);
    return Json.flag(request, FILES, WHAT) ? files(request) : rows(request);
  }

  private static ReadRequest.OfFiles files(JsonNode request) {
    for (String key : List.of("columns", "filter")) {
      if (request.hasNonNull(key)) {
        throw IceRunnerException.invalidArgument(
            "Cannot read the scan request: \"%s\" beside \"%s\", which gives all columns and rows; leave out one of them"
                .formatted(key, FILES));
      }
    }
    return new ReadRequest.OfFiles(table(request.get("table")), version(request));
  }

  private static ReadRequest.OfTable rows(JsonNode request) {
    String filter = Json.text(request, "filter", WHAT);
    if (filter != null && filter.isBlank()) {
      throw Json.wrongType("filter", WHAT, "a predicate, or absent");
    }
    return new ReadRequest.OfTable(
        table(request.get("table")), version(request), columns(request.get("columns")), filter);
  }

  private static List<String> table(@Nullable JsonNode table) {
    if (table == null || table.isNull()) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the scan request: \"table\" is missing");
    }
    List<String> parts = table.isArray() ? strings(table, "table") : null;
    if (table.isTextual()) {
      parts = TableNameText.parse(table.textValue());
    }
    if (parts == null || parts.isEmpty()) {
      throw Json.wrongType("table", WHAT, "a table name, or an array of its parts");
    }
    return parts;
  }

  private static @Nullable List<String> columns(@Nullable JsonNode columns) {
    if (columns == null || columns.isNull()) {
      return null;
    }
    List<String> names = columns.isArray() ? strings(columns, "columns") : List.of();
    if (names.isEmpty()) {
      throw Json.wrongType("columns", WHAT, "an array of at least one column name");
    }
    return names;
  }

  private static List<String> strings(JsonNode array, String key) {
    List<String> strings = new ArrayList<>();
    for (JsonNode element : array) {
      if (!element.isTextual()) {
        throw Json.wrongType(key, WHAT, "an array of strings");
      }
      strings.add(element.textValue());
    }
    return strings;
  }

  private static TableVersion version(JsonNode request) {
    List<String> given = VERSION_KEYS.stream().filter(request::hasNonNull).sorted().toList();
    if (request.has(FROM) || request.hasNonNull(TO)) {
      if (!given.isEmpty()) {
        throw severalVersions("a range of changes and " + given);
      }
      return TableVersion.changes(
          Json.longNumber(request, FROM, WHAT), Json.longNumber(request, TO, WHAT));
    }
    if (given.isEmpty()) {
      return TableVersion.current();
    }
    if (given.size() > 1) {
      throw severalVersions(given.toString());
    }
    String key = given.get(0);
    return switch (key) {
      case "snapshot-id" ->
          TableVersion.snapshot(Objects.requireNonNull(Json.longNumber(request, key, WHAT)));
      case "timestamp" -> TableVersion.asOf(timestamp(request.get(key)));
      default -> TableVersion.ref(Json.requiredText(request, key, WHAT));
    };
  }

  private static IceRunnerException severalVersions(String given) {
    return IceRunnerException.invalidArgument(
        "Cannot read the scan request: it names several versions of the table, keep one of "
            + given);
  }

  private static Instant timestamp(JsonNode value) {
    try {
      if (value.isIntegralNumber() && value.canConvertToLong()) {
        return Instant.ofEpochMilli(value.longValue());
      }
      if (value.isTextual()) {
        return OffsetDateTime.parse(value.textValue()).toInstant();
      }
    } catch (DateTimeException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the scan request: \"timestamp\" is %s, which is no time in ISO 8601 with an offset"
              .formatted(value));
    }
    throw Json.wrongType(
        "timestamp", WHAT, "milliseconds since 1970, or text in ISO 8601 with an offset");
  }
}
