package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Finds the nodes of DuckDB's tree, which are placed by UTF-8 bytes, in the characters of a text.
 */
final class SourceText {
  private final int length;
  private final int @Nullable [] charOfByte;

  SourceText(String sql) {
    int bytes = sql.getBytes(StandardCharsets.UTF_8).length;
    this.length = bytes;
    this.charOfByte = bytes == sql.length() ? null : charOfByte(sql, bytes);
  }

  /** Where the node is written; null if the parser doesn't tell. */
  @Nullable Span span(JsonNode node) {
    JsonNode location = node.path("query_location");
    if (!location.canConvertToInt()) {
      return null;
    }
    int start = location.intValue();
    int end = start + node.path("query_location_length").asInt();
    return end > start && end <= length ? new Span(toChar(start), toChar(end)) : null;
  }

  private int toChar(int position) {
    return charOfByte == null ? position : charOfByte[position];
  }

  private static int[] charOfByte(String sql, int bytes) {
    int[] result = new int[bytes + 1];
    int at = 0;
    for (int i = 0; i < sql.length(); ) {
      int codePoint = sql.codePointAt(i);
      int width = codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
      for (int k = 0; k < width && at < bytes; k++) {
        result[at++] = i;
      }
      i += Character.charCount(codePoint);
    }
    result[bytes] = sql.length();
    return result;
  }
}
