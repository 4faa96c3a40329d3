package io.icerunner.internal.register.manifest;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * A manifest in JSON: an array of objects, or one object after another. A member that is missing is
 * null; numbers are text as the document writes them.
 */
final class JsonManifest implements ManifestTable {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
          .build();

  private final String location;
  private final List<JsonNode> rows;
  private final Set<String> columns = new LinkedHashSet<>();

  private JsonManifest(String location, List<JsonNode> rows) {
    this.location = location;
    this.rows = rows;
    rows.forEach(row -> row.fieldNames().forEachRemaining(columns::add));
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT naming the line
   */
  static JsonManifest parse(String location, String text) {
    List<JsonNode> rows = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(text)) {
      while (parser.nextToken() != null) {
        JsonNode node = parser.readValueAsTree();
        (node.isArray() ? node : List.of(node))
            .forEach(row -> rows.add(object(location, rows, row)));
      }
    } catch (JsonProcessingException e) {
      throw Manifests.malformed(
          location, "line %s: %s".formatted(e.getLocation().getLineNr(), e.getOriginalMessage()));
    } catch (IOException e) {
      throw Manifests.malformed(location, String.valueOf(e.getMessage()));
    }
    return new JsonManifest(location, rows);
  }

  private static JsonNode object(String location, List<JsonNode> before, JsonNode row) {
    if (!row.isObject()) {
      throw Manifests.malformed(
          location, "row %s is no object: %s".formatted(before.size() + 1, row.toString()));
    }
    return row;
  }

  @Override
  public List<String> columns() {
    return List.copyOf(columns);
  }

  @Override
  public void forEach(List<String> wanted, Row row) {
    @Nullable Object[] values = new @Nullable Object[wanted.size()];
    for (int number = 1; number <= rows.size(); number++) {
      JsonNode object = rows.get(number - 1);
      for (int i = 0; i < values.length; i++) {
        values[i] = value(number, wanted.get(i), object.get(wanted.get(i)));
      }
      row.accept(number, values);
    }
  }

  private @Nullable Object value(int number, String column, @Nullable JsonNode value) {
    if (value != null && value.isArray()) {
      List<String> elements = new ArrayList<>();
      for (JsonNode element : value) {
        if (!element.isTextual()) {
          throw unreadable(number, column, value);
        }
        elements.add(element.textValue());
      }
      return elements;
    }
    if (value == null || value.isNull()) {
      return null;
    }
    if (value.isObject()) {
      throw unreadable(number, column, value);
    }
    return value.isBigDecimal() ? value.decimalValue().toPlainString() : value.asText();
  }

  private IceRunnerException unreadable(int number, String column, JsonNode value) {
    return Manifests.malformed(
        location, "%s: \"%s\" is %s".formatted(place(number), column, value.toString()));
  }

  @Override
  public String place(long number) {
    return "row " + number;
  }

  @Override
  public String toString() {
    return location;
  }
}
