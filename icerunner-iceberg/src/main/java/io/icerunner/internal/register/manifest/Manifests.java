package io.icerunner.internal.register.manifest;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetColumns;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.zip.GZIPInputStream;

/**
 * Opens manifests. The name tells the format: {@code .parquet}, {@code .parq}, {@code .pq}; {@code
 * .csv}, {@code .tsv}; {@code .json}, {@code .jsonl}, {@code .ndjson}. Otherwise the content does.
 * Text is UTF-8 and may be compressed with gzip, whatever its name.
 */
public final class Manifests {
  private static final char BYTE_ORDER_MARK = '\uFEFF';

  private Manifests() {}

  /**
   * Opens a manifest.
   *
   * @param location for messages and for its name
   * @param copy a local file with its content that does not change while the table is used
   * @throws IceRunnerException INVALID_ARGUMENT naming the manifest and the line if it is malformed
   */
  public static ManifestTable open(String location, Path copy, ParquetColumns columns) {
    try {
      return open(location, copy, Files.readAllBytes(copy), columns);
    } catch (IOException e) {
      throw malformed(location, "it cannot be read: " + e.getMessage());
    }
  }

  private static ManifestTable open(
      String location, Path copy, byte[] bytes, ParquetColumns columns) throws IOException {
    String name = location.toLowerCase(Locale.ROOT);
    if (hasEnding(name, "parquet", "parq", "pq") || isParquet(bytes)) {
      return new ParquetManifest(location, copy, columns);
    }
    boolean compressed = bytes.length > 2 && bytes[0] == 0x1f && bytes[1] == (byte) 0x8b;
    String text = text(location, compressed ? unzip(bytes) : bytes);
    name = name.endsWith(".gz") ? name.substring(0, name.length() - 3) : name;
    if (hasEnding(name, "csv", "tsv")) {
      return CsvManifest.parse(location, text, name.endsWith("tsv") ? '\t' : ',');
    }
    boolean json = hasEnding(name, "json", "jsonl", "ndjson") || looksLikeJson(text);
    return json ? JsonManifest.parse(location, text) : CsvManifest.parse(location, text, ',');
  }

  private static boolean hasEnding(String name, String... endings) {
    for (String ending : endings) {
      if (name.endsWith("." + ending)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isParquet(byte[] bytes) {
    return bytes.length > 8
        && new String(bytes, 0, 4, StandardCharsets.ISO_8859_1).equals("PAR1")
        && new String(bytes, bytes.length - 4, 4, StandardCharsets.ISO_8859_1).startsWith("PAR");
  }

  private static boolean looksLikeJson(String text) {
    String start = text.stripLeading();
    return start.startsWith("{") || start.startsWith("[");
  }

  private static byte[] unzip(byte[] bytes) throws IOException {
    try (GZIPInputStream unzipped = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
      return unzipped.readAllBytes();
    }
  }

  private static String text(String location, byte[] bytes) {
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      return !text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text;
    } catch (CharacterCodingException e) {
      throw malformed(location, "it is no UTF-8 text");
    }
  }

  static IceRunnerException malformed(String location, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot read the manifest %s: %s".formatted(location, reason));
  }
}
