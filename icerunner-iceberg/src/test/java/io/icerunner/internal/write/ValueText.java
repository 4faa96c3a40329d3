package io.icerunner.internal.write;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.iceberg.data.Record;
import org.jspecify.annotations.Nullable;

/** Values as text that differs whenever the values do, down to the bits of a float. */
final class ValueText {
  private ValueText() {}

  static List<String> of(List<Record> rows) {
    return rows.stream().map(ValueText::of).toList();
  }

  static String of(@Nullable Object value) {
    if (value instanceof Record row) {
      return java.util.stream.IntStream.range(0, row.size())
          .mapToObj(i -> of(row.get(i)))
          .collect(Collectors.joining(", ", "(", ")"));
    } else if (value instanceof List<?> list) {
      return list.stream().map(ValueText::of).collect(Collectors.joining(", ", "[", "]"));
    } else if (value instanceof Map<?, ?> map) {
      return map.entrySet().stream()
          .map(entry -> of(entry.getKey()) + "=" + of(entry.getValue()))
          .sorted()
          .collect(Collectors.joining(", ", "{", "}"));
    } else if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof ByteBuffer buffer) {
      byte[] bytes = new byte[buffer.remaining()];
      buffer.duplicate().get(bytes);
      return HexFormat.of().formatHex(bytes);
    } else if (value instanceof CharSequence text) {
      return "'" + text + "'";
    }
    return String.valueOf(value);
  }
}
