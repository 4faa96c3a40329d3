package io.icerunner.internal.types;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import org.apache.arrow.vector.types.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The values of a file in Arrow's integration format, as {@link Meaning} tells them. */
final class IntegrationJson {
  private final JsonNode root;

  private IntegrationJson(JsonNode root) {
    this.root = root;
  }

  static IntegrationJson read(Path gzipped) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(gzipped))) {
      return new IntegrationJson(new ObjectMapper().readTree(in));
    }
  }

  int batches() {
    return root.path("batches").size();
  }

  List<@Nullable Object> column(int batch, int index) {
    return values(
        root.path("schema").path("fields").get(index),
        root.path("batches").get(batch).path("columns").get(index));
  }

  private List<@Nullable Object> values(JsonNode field, JsonNode column) {
    if (field.has("dictionary")) {
      return dictionaryValues(field, column);
    }
    String type = field.path("type").path("name").asText();
    List<@Nullable Object> values = new ArrayList<>();
    if (type.equals("runendencoded")) {
      return runValues(field, column);
    }
    List<List<@Nullable Object>> children = new ArrayList<>();
    for (int c = 0; c < field.path("children").size(); c++) {
      children.add(values(field.path("children").get(c), column.path("children").get(c)));
    }
    for (int i = 0; i < column.path("count").asInt(); i++) {
      boolean valid = column.has("VALIDITY") && column.path("VALIDITY").get(i).asInt() == 1;
      values.add(valid ? value(type, field, column, children, i) : null);
    }
    return values;
  }

  private List<@Nullable Object> dictionaryValues(JsonNode field, JsonNode column) {
    long id = field.path("dictionary").path("id").asLong();
    List<@Nullable Object> dictionary = List.of();
    for (JsonNode candidate : root.path("dictionaries")) {
      if (candidate.path("id").asLong() == id) {
        JsonNode plain =
            ((com.fasterxml.jackson.databind.node.ObjectNode) field.deepCopy())
                .without("dictionary");
        dictionary = values(plain, candidate.path("data").path("columns").get(0));
      }
    }
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < column.path("count").asInt(); i++) {
      boolean valid = column.path("VALIDITY").get(i).asInt() == 1;
      values.add(valid ? dictionary.get(column.path("DATA").get(i).asInt()) : null);
    }
    return values;
  }

  private List<@Nullable Object> runValues(JsonNode field, JsonNode column) {
    JsonNode ends = column.path("children").get(0).path("DATA");
    List<@Nullable Object> runs =
        values(field.path("children").get(1), column.path("children").get(1));
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0, run = 0; i < column.path("count").asInt(); i++) {
      while (ends.get(run).asLong() <= i) {
        run++;
      }
      values.add(runs.get(run));
    }
    return values;
  }

  private static @Nullable Object value(
      String type, JsonNode field, JsonNode column, List<List<@Nullable Object>> children, int i) {
    switch (type) {
      case "null":
        return null;
      case "struct":
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (int c = 0; c < children.size(); c++) {
          struct.put(field.path("children").get(c).path("name").asText(), children.get(c).get(i));
        }
        return struct;
      case "list", "largelist":
        return range(children, offset(column, i), offset(column, i + 1));
      case "listview", "largelistview":
        return range(
            children, offset(column, i), offset(column, i) + column.path("SIZE").get(i).asInt());
      case "fixedsizelist":
        int size = field.path("type").path("listSize").asInt();
        return range(children, i * size, (i + 1) * size);
      case "map":
        List<@Nullable Object> entries = new ArrayList<>();
        for (Object entry : range(children, offset(column, i), offset(column, i + 1))) {
          entries.add(
              new ArrayList<>(((Map<?, ?>) java.util.Objects.requireNonNull(entry)).values()));
        }
        return entries;
      case "binaryview", "utf8view":
        return view(type, column, i);
      default:
        return leaf(type, field.path("type"), column.path("DATA").get(i));
    }
  }

  private static int offset(JsonNode column, int i) {
    return column.path("OFFSET").get(i).asInt();
  }

  private static List<@Nullable Object> range(
      List<List<@Nullable Object>> children, int from, int to) {
    return new ArrayList<>(children.get(0).subList(from, to));
  }

  private static Object view(String type, JsonNode column, int i) {
    JsonNode view = column.path("VIEWS").get(i);
    String text;
    if (view.has("INLINED")) {
      text = view.path("INLINED").asText();
      return type.equals("utf8view") ? text : text.toLowerCase(Locale.ROOT);
    }
    String hex =
        column.path("VARIADIC_DATA_BUFFERS").get(view.path("BUFFER_INDEX").asInt()).asText();
    int from = 2 * view.path("OFFSET").asInt();
    hex = hex.substring(from, from + 2 * view.path("SIZE").asInt());
    return type.equals("utf8view")
        ? new String(
            java.util.HexFormat.of().parseHex(hex), java.nio.charset.StandardCharsets.UTF_8)
        : hex.toLowerCase(Locale.ROOT);
  }

  private static Object leaf(String name, JsonNode type, JsonNode data) {
    return switch (name) {
      case "bool" -> data.asBoolean() || data.asInt() == 1;
      case "utf8", "largeutf8" -> data.asText();
      case "binary", "largebinary", "fixedsizebinary" -> data.asText().toLowerCase(Locale.ROOT);
      case "floatingpoint" ->
          type.path("precision").asText().equals("SINGLE")
              ? (Object) (double) (float) data.asDouble()
              : (Object) data.asDouble();
      case "int" -> new BigDecimal(data.asText()).stripTrailingZeros();
      case "decimal" ->
          new BigDecimal(new BigInteger(data.asText()), type.path("scale").asInt())
              .stripTrailingZeros();
      case "date" ->
          type.path("unit").asText().equals("DAY")
              ? new BigInteger(data.asText()).multiply(BigInteger.valueOf(86_400_000))
              : new BigInteger(data.asText());
      case "time", "timestamp" ->
          new BigInteger(data.asText())
              .multiply(Meaning.nanos(TimeUnit.valueOf(type.path("unit").asText())));
      default -> throw new IllegalArgumentException("No values of type " + name);
    };
  }
}
