package io.icerunner.internal.register;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.icerunner.error.IceRunnerException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * The text form of a {@link UnitRecord}: a JSON object with
 *
 * <ul>
 *   <li>{@code version}: 1
 *   <li>{@code units}: how many there are
 *   <li>{@code keys}: their keys in order, a line each: how many characters are those of the key
 *       before, a space, the rest of the key; zlib, base64
 *   <li>{@code rows}: their row counts in the same order, a line for equal ones that follow each
 *       other: how many, a space, the row count; zlib, base64
 *   <li>{@code digests}: four bytes for each, big-endian; base64
 * </ul>
 *
 * <p>100,000 units of a grid take about 0.6 MB, nearly all of it digests.
 */
final class UnitRecordText {
  private static final int VERSION = 1;
  private static final ObjectMapper MAPPER = new ObjectMapper();

  private UnitRecordText() {}

  static String write(UnitRecord record) {
    List<RegisteredUnit> units = record.units();
    ByteBuffer digests = ByteBuffer.allocate(Integer.BYTES * units.size());
    units.forEach(unit -> digests.putInt(unit.digest()));
    ObjectNode json = MAPPER.createObjectNode();
    json.put("version", VERSION);
    json.put("units", units.size());
    json.put("keys", deflated(keyLines(record)));
    json.put("rows", deflated(rowLines(units)));
    json.put("digests", Base64.getEncoder().encodeToString(digests.array()));
    return json.toString();
  }

  /**
   * @param table for the message
   * @throws IceRunnerException UNSUPPORTED if a later version wrote it, INTERNAL if it is damaged
   */
  static UnitRecord read(String text, String table) {
    try {
      JsonNode json = MAPPER.readTree(text);
      int version = json.path("version").asInt(-1);
      if (version != VERSION) {
        throw IceRunnerException.unsupported(
            "Cannot register into table %s: its %s has version %s, and this release knows version %s"
                .formatted(table, UnitRecord.PROPERTY, version, VERSION));
      }
      return read(json);
    } catch (JsonProcessingException | DataFormatException | RuntimeException e) {
      if (e instanceof IceRunnerException ours) {
        throw ours;
      }
      throw IceRunnerException.internal(
          "Cannot register into table %s: its property %s is damaged (%s)"
              .formatted(table, UnitRecord.PROPERTY, e.getMessage()),
          e);
    }
  }

  private static UnitRecord read(JsonNode json) throws DataFormatException {
    int count = json.get("units").intValue();
    List<String> keys = keys(inflated(json.get("keys").textValue()));
    long[] rows = rows(inflated(json.get("rows").textValue()), count);
    ByteBuffer digests =
        ByteBuffer.wrap(Base64.getDecoder().decode(json.get("digests").textValue()));
    if (keys.size() != count || digests.remaining() != count * Integer.BYTES) {
      throw new DataFormatException("its parts differ in length");
    }
    List<RegisteredUnit> units = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      units.add(new RegisteredUnit(keys.get(i), rows[i], digests.getInt()));
    }
    return UnitRecord.of(units);
  }

  private static String keyLines(UnitRecord record) {
    StringBuilder lines = new StringBuilder(16 * record.size());
    for (int i = 0; i < record.size(); i++) {
      String key = record.units().get(i).key();
      int shared = record.sharedLength(i);
      lines.append(shared).append(' ').append(key, shared, key.length()).append('\n');
    }
    return lines.toString();
  }

  private static List<String> keys(String lines) {
    List<String> keys = new ArrayList<>();
    String before = "";
    for (int start = 0; start < lines.length(); ) {
      int end = lines.indexOf('\n', start);
      int space = lines.indexOf(' ', start);
      int shared = Integer.parseInt(lines, start, space, 10);
      before = before.substring(0, shared) + lines.substring(space + 1, end);
      keys.add(before);
      start = end + 1;
    }
    return keys;
  }

  private static String rowLines(List<RegisteredUnit> units) {
    StringBuilder lines = new StringBuilder();
    for (int i = 0; i < units.size(); ) {
      long rows = units.get(i).rows();
      int first = i;
      while (i < units.size() && units.get(i).rows() == rows) {
        i++;
      }
      lines.append(i - first).append(' ').append(rows).append('\n');
    }
    return lines.toString();
  }

  private static long[] rows(String lines, int count) throws DataFormatException {
    long[] rows = new long[count];
    int filled = 0;
    for (String line : lines.lines().toList()) {
      int space = line.indexOf(' ');
      int times = Integer.parseInt(line, 0, space, 10);
      Arrays.fill(rows, filled, filled + times, Long.parseLong(line, space + 1, line.length(), 10));
      filled += times;
    }
    if (filled != count) {
      throw new DataFormatException("it has %s row counts for %s units".formatted(filled, count));
    }
    return rows;
  }

  private static String deflated(String text) {
    Deflater deflater = new Deflater();
    try {
      deflater.setInput(text.getBytes(UTF_8));
      deflater.finish();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 16];
      while (!deflater.finished()) {
        out.write(buffer, 0, deflater.deflate(buffer));
      }
      return Base64.getEncoder().encodeToString(out.toByteArray());
    } finally {
      deflater.end();
    }
  }

  private static String inflated(String text) throws DataFormatException {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(Base64.getDecoder().decode(text));
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      byte[] buffer = new byte[1 << 16];
      while (!inflater.finished()) {
        int length = inflater.inflate(buffer);
        if (length == 0 && !inflater.finished()) {
          throw new DataFormatException("it is cut short");
        }
        out.write(buffer, 0, length);
      }
      return out.toString(UTF_8);
    } finally {
      inflater.end();
    }
  }
}
