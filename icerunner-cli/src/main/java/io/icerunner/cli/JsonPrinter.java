package io.icerunner.cli;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One JSON object a line. Numbers are JSON numbers (NaN and infinities, which JSON lacks, are
 * strings), dates and times ISO 8601 strings, binary values base64.
 */
final class JsonPrinter implements RowPrinter {
  private final PrintWriter out;
  private final JsonGenerator json;
  private List<String> columns = List.of();

  JsonPrinter(PrintWriter out) {
    this.out = out;
    try {
      this.json = new JsonFactory().createGenerator(out);
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET);
      json.enable(JsonGenerator.Feature.WRITE_BIGDECIMAL_AS_PLAIN);
      json.setRootValueSeparator(null);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void begin(List<String> names) {
    columns = List.copyOf(names);
  }

  @Override
  public void row(List<@Nullable Object> values) {
    try {
      json.writeStartObject();
      for (int i = 0; i < values.size(); i++) {
        json.writeFieldName(columns.get(i));
        write(values.get(i));
      }
      json.writeEndObject();
      json.writeRaw('\n');
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void end() {
    try {
      json.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    out.flush();
  }

  private void write(@Nullable Object value) throws IOException {
    if (value == null) {
      json.writeNull();
    } else if (value instanceof Boolean b) {
      json.writeBoolean(b);
    } else if (value instanceof Integer i) {
      json.writeNumber(i);
    } else if (value instanceof Long l) {
      json.writeNumber(l);
    } else if (value instanceof Float f && Float.isFinite(f)) {
      json.writeNumber(f);
    } else if (value instanceof Double d && Double.isFinite(d)) {
      json.writeNumber(d);
    } else if (value instanceof BigDecimal d) {
      json.writeNumber(d);
    } else if (value instanceof List<?> list) {
      json.writeStartArray();
      for (Object element : list) {
        write(element);
      }
      json.writeEndArray();
    } else if (value instanceof Map<?, ?> map) {
      json.writeStartObject();
      for (Map.Entry<?, ?> entry : map.entrySet()) {
        json.writeFieldName(String.valueOf(entry.getKey()));
        write(entry.getValue());
      }
      json.writeEndObject();
    } else {
      json.writeString(ArrowValues.text(value));
    }
  }
}
