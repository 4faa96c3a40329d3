package io.icerunner.internal.write;

import static org.apache.iceberg.TableProperties.PARQUET_COMPRESSION;
import static org.apache.iceberg.TableProperties.PARQUET_COMPRESSION_DEFAULT_SINCE_1_4_0;
import static org.apache.iceberg.TableProperties.PARQUET_COMPRESSION_LEVEL;
import static org.apache.iceberg.TableProperties.PARQUET_DICT_ENCODING_ENABLED_COLUMN_PREFIX;
import static org.apache.iceberg.TableProperties.PARQUET_DICT_SIZE_BYTES;
import static org.apache.iceberg.TableProperties.PARQUET_PAGE_ROW_LIMIT;
import static org.apache.iceberg.TableProperties.PARQUET_PAGE_ROW_LIMIT_DEFAULT;
import static org.apache.iceberg.TableProperties.PARQUET_PAGE_SIZE_BYTES;
import static org.apache.iceberg.TableProperties.PARQUET_PAGE_SIZE_BYTES_DEFAULT;
import static org.apache.iceberg.TableProperties.PARQUET_PAGE_VERSION;
import static org.apache.iceberg.TableProperties.PARQUET_PAGE_VERSION_DEFAULT;
import static org.apache.iceberg.TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES;
import static org.apache.iceberg.TableProperties.PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT;
import static org.apache.iceberg.TableProperties.WRITE_TARGET_FILE_SIZE_BYTES;
import static org.apache.iceberg.TableProperties.WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.iceberg.Table;
import org.jspecify.annotations.Nullable;

/**
 * How a table wants its data files: Iceberg's own {@code write.*} properties, read once when the
 * writer opens.
 *
 * @param codec of the pages; zstd if the table says nothing
 * @param compressionLevel null if the table leaves it to the codec
 * @param pageBytes most encoded bytes of a page, unless one row is larger
 * @param pageRows most rows of a page; small pages make a LIMIT and a point look-up cheap
 * @param dictionaryBytes most bytes of a column chunk's dictionary
 * @param plainColumns columns that never get a dictionary
 * @param rowGroupBytes a row group ends when it holds so many compressed bytes
 * @param rowGroupRows a row group ends at so many rows; several of them let readers run in parallel
 * @param targetFileBytes a data file ends at the first row group that reaches it
 * @param modern DELTA_BINARY_PACKED and BYTE_STREAM_SPLIT are used where they are smaller
 */
record WriteProperties(
    PageCodec.Kind codec,
    @Nullable Integer compressionLevel,
    int pageBytes,
    int pageRows,
    int dictionaryBytes,
    Set<String> plainColumns,
    long rowGroupBytes,
    int rowGroupRows,
    long targetFileBytes,
    boolean modern) {

  /**
   * {@code classic} (the default): PLAIN and dictionary pages, which every reader of the last years
   * opens. {@code modern}: DELTA_BINARY_PACKED and BYTE_STREAM_SPLIT as well, for smaller files and
   * less CPU, where all readers of the table know them.
   */
  static final String ENCODINGS = "write.parquet.icerunner.encodings";

  /** Most rows of a row group; the name is PyIceberg's. */
  static final String ROW_GROUP_ROWS = "write.parquet.row-group-limit";

  /**
   * Two of DuckDB's row groups: large enough for dictionaries, small enough to read in parallel.
   */
  static final int DEFAULT_ROW_GROUP_ROWS = 245_760;

  /** Half of Iceberg's default: row groups are smaller than Iceberg's too. */
  static final int DEFAULT_DICTIONARY_BYTES = 1 << 20;

  private static final int MOST_PAGE_BYTES = 1 << 28;

  static WriteProperties of(Table table) {
    Map<String, String> all = table.properties();
    PageCodec.Kind codec =
        PageCodec.Kind.named(
            all.getOrDefault(PARQUET_COMPRESSION, PARQUET_COMPRESSION_DEFAULT_SINCE_1_4_0),
            table.name());
    refusePageVersion(table, all.getOrDefault(PARQUET_PAGE_VERSION, PARQUET_PAGE_VERSION_DEFAULT));
    return new WriteProperties(
        codec,
        level(table, codec),
        (int)
            size(table, PARQUET_PAGE_SIZE_BYTES, PARQUET_PAGE_SIZE_BYTES_DEFAULT, MOST_PAGE_BYTES),
        (int) size(table, PARQUET_PAGE_ROW_LIMIT, PARQUET_PAGE_ROW_LIMIT_DEFAULT, 1 << 24),
        (int) size(table, PARQUET_DICT_SIZE_BYTES, DEFAULT_DICTIONARY_BYTES, MOST_PAGE_BYTES),
        plainColumns(all),
        size(
            table,
            PARQUET_ROW_GROUP_SIZE_BYTES,
            PARQUET_ROW_GROUP_SIZE_BYTES_DEFAULT,
            Long.MAX_VALUE),
        (int) size(table, ROW_GROUP_ROWS, DEFAULT_ROW_GROUP_ROWS, Integer.MAX_VALUE),
        size(
            table,
            WRITE_TARGET_FILE_SIZE_BYTES,
            WRITE_TARGET_FILE_SIZE_BYTES_DEFAULT,
            Long.MAX_VALUE),
        modern(table, all.getOrDefault(ENCODINGS, "classic")));
  }

  private static Set<String> plainColumns(Map<String, String> all) {
    return all.keySet().stream()
        .filter(key -> key.startsWith(PARQUET_DICT_ENCODING_ENABLED_COLUMN_PREFIX))
        .filter(key -> !Boolean.parseBoolean(all.get(key)))
        .map(key -> key.substring(PARQUET_DICT_ENCODING_ENABLED_COLUMN_PREFIX.length()))
        .collect(Collectors.toUnmodifiableSet());
  }

  private static @Nullable Integer level(Table table, PageCodec.Kind codec) {
    return table.properties().containsKey(PARQUET_COMPRESSION_LEVEL)
        ? (int) number(table, PARQUET_COMPRESSION_LEVEL, 0, codec.leastLevel(), codec.mostLevel())
        : null;
  }

  private static boolean modern(Table table, String value) {
    return switch (value.toLowerCase(Locale.ROOT)) {
      case "classic" -> false;
      case "modern" -> true;
      default ->
          throw IceRunnerException.invalidArgument(
              "Cannot write %s: property %s is '%s', not classic or modern"
                  .formatted(table.name(), ENCODINGS, value));
    };
  }

  private static void refusePageVersion(Table table, String value) {
    if (!value.equalsIgnoreCase("v1")) {
      throw IceRunnerException.unsupported(
          "Cannot write %s: property %s is '%s'; pages are written as v1 only"
              .formatted(table.name(), PARQUET_PAGE_VERSION, value));
    }
  }

  private static long size(Table table, String property, long absent, long most) {
    return number(table, property, absent, 1, most);
  }

  private static long number(Table table, String property, long absent, long least, long most) {
    String value = table.properties().get(property);
    if (value == null) {
      return absent;
    }
    long number;
    try {
      number = Long.parseLong(value.trim());
    } catch (NumberFormatException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write %s: property %s is '%s', not a whole number"
              .formatted(table.name(), property, value),
          e);
    }
    if (number < least || number > most) {
      throw IceRunnerException.invalidArgument(
          "Cannot write %s: property %s is %d, not between %d and %d"
              .formatted(table.name(), property, number, least, most));
    }
    return number;
  }
}
