package io.icerunner.internal.mirror.source;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.internal.json.Json;
import io.icerunner.internal.scan.TableFiles;
import org.apache.arrow.flight.FlightInfo;

/**
 * The data files that a server announces.
 *
 * @param rows of all of them
 * @param bytes of all of them; -1 if they are not known
 */
record FilesInfo(long files, long rows, long bytes) {
  private static final String WHAT = "description of data files";

  static FilesInfo of(FlightInfo info, JsonNode metadata) {
    Long files = Json.longNumber(metadata, "data-files", WHAT);
    Long rows = Json.longNumber(metadata, "records", WHAT);
    return new FilesInfo(files == null ? 0 : files, rows == null ? -1 : rows, info.getBytes());
  }

  /**
   * Whether the files are such as a table should have: a copy of many small ones would be as slow
   * to read as its source, and rows make larger ones of them.
   *
   * @param leastBytes of a file, on average
   */
  boolean isWorthCopying(long leastBytes) {
    return files > 0 && files <= TableFiles.MOST && bytes / files >= leastBytes;
  }
}
