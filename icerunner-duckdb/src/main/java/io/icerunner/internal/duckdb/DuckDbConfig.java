package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a {@link DuckDbEngine}.
 *
 * @param memoryLimit what one DuckDB instance may hold in memory, as DuckDB writes it ({@code
 *     4GB}); null for DuckDB's own default of 80 % of the machine's memory
 * @param threads threads of statements that sort, aggregate or join
 * @param scanThreads threads of statements that only read one table
 * @param tempDirectory where intermediate results go that do not fit in memory; null for a private
 *     folder that is deleted when the engine closes
 * @param maxTempDirectorySize what one DuckDB instance may write there
 * @param streamingBufferSize what a result may hold before its reader asks for it
 */
record DuckDbConfig(
    @Nullable String memoryLimit,
    int threads,
    int scanThreads,
    @Nullable Path tempDirectory,
    String maxTempDirectorySize,
    String streamingBufferSize) {
  static final String MEMORY_LIMIT = "memory-limit";
  static final String THREADS = "threads";
  static final String SCAN_THREADS = "scan-threads";
  static final String TEMP_DIRECTORY = "temp-directory";
  static final String MAX_TEMP_DIRECTORY_SIZE = "max-temp-directory-size";
  static final String STREAMING_BUFFER_SIZE = "streaming-buffer-size";
  static final Set<String> KEYS =
      Set.of(
          MEMORY_LIMIT,
          THREADS,
          SCAN_THREADS,
          TEMP_DIRECTORY,
          MAX_TEMP_DIRECTORY_SIZE,
          STREAMING_BUFFER_SIZE);

  static final int DEFAULT_SCAN_THREADS = 1;
  static final String DEFAULT_MAX_TEMP_DIRECTORY_SIZE = "10GB";
  static final String DEFAULT_STREAMING_BUFFER_SIZE = "1MB";

  private static final Pattern SIZE =
      Pattern.compile("[0-9]+(\\.[0-9]+)? ?([KMGT]i?)?B", Pattern.CASE_INSENSITIVE);

  /**
   * Reads the settings.
   *
   * @throws IceRunnerException INVALID_ARGUMENT naming the key and its value if one is wrong, or
   *     the nearest known key if one is unknown
   */
  static DuckDbConfig of(Map<String, String> properties) {
    for (String key : properties.keySet()) {
      if (!KEYS.contains(key)) {
        throw IceRunnerException.invalidArgument(
            "Cannot open the engine duckdb: unknown property \"%s\"%s"
                .formatted(key, NearestName.hint(key, KEYS)));
      }
    }
    String tempDirectory = properties.get(TEMP_DIRECTORY);
    String memoryLimit = properties.get(MEMORY_LIMIT);
    return new DuckDbConfig(
        memoryLimit == null ? null : size(MEMORY_LIMIT, memoryLimit),
        count(properties, THREADS, Runtime.getRuntime().availableProcessors()),
        count(properties, SCAN_THREADS, DEFAULT_SCAN_THREADS),
        tempDirectory == null ? null : Path.of(tempDirectory).toAbsolutePath(),
        size(properties, MAX_TEMP_DIRECTORY_SIZE, DEFAULT_MAX_TEMP_DIRECTORY_SIZE),
        size(properties, STREAMING_BUFFER_SIZE, DEFAULT_STREAMING_BUFFER_SIZE));
  }

  private static int count(Map<String, String> properties, String key, int defaultValue) {
    String value = properties.get(key);
    if (value == null) {
      return defaultValue;
    }
    if (!value.matches("[1-9][0-9]{0,3}")) {
      throw wrong(key, value, "a number from 1 to 9999");
    }
    return Integer.parseInt(value);
  }

  private static String size(Map<String, String> properties, String key, String defaultValue) {
    return size(key, properties.getOrDefault(key, defaultValue));
  }

  private static String size(String key, String value) {
    if (!SIZE.matcher(value).matches()) {
      throw wrong(key, value, "a size such as 512MB or 4GB");
    }
    return value;
  }

  private static IceRunnerException wrong(String key, String value, String expected) {
    return IceRunnerException.invalidArgument(
        "Cannot open the engine duckdb: %s is %s, not %s".formatted(key, value, expected));
  }
}
