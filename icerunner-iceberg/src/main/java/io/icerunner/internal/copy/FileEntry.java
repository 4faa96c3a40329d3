package io.icerunner.internal.copy;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.icerunner.error.IceRunnerException;
import org.apache.iceberg.ContentFile;
import org.apache.iceberg.ContentFileParser;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.PartitionSpec;

/**
 * What a table's manifest tells of a data file, in Iceberg's form in JSON; without the partition,
 * which is another table's affair.
 */
public final class FileEntry {
  /** Characters of the longest: thousands of columns have room. */
  private static final int LONGEST = 4 << 20;

  private static final JsonMapper MAPPER = new JsonMapper();

  private FileEntry() {}

  static String write(DataFile file) {
    DataFile plain =
        DataFiles.builder(PartitionSpec.unpartitioned())
            .withPath(file.location())
            .withFormat(file.format())
            .withFileSizeInBytes(file.fileSizeInBytes())
            .withMetrics(metrics(file))
            .withSplitOffsets(file.splitOffsets())
            .build();
    return ContentFileParser.toJson(plain, PartitionSpec.unpartitioned());
  }

  private static Metrics metrics(DataFile file) {
    return new Metrics(
        file.recordCount(),
        file.columnSizes(),
        file.valueCounts(),
        file.nullValueCounts(),
        file.nanValueCounts(),
        file.lowerBounds(),
        file.upperBounds());
  }

  /**
   * Reads one; its location is for messages.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if it is none of a plain Parquet file; UNSUPPORTED
   *     if it is too long
   */
  public static DataFile read(String json) {
    if (json.length() > LONGEST) {
      throw IceRunnerException.unsupported(
          "Cannot copy a data file: what is told of it has more than %s characters"
              .formatted(LONGEST));
    }
    ContentFile<?> file;
    try {
      JsonNode tree = MAPPER.readTree(json);
      file = ContentFileParser.fromJson(tree, PartitionSpec.unpartitioned());
    } catch (JsonProcessingException | RuntimeException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
    if (!(file instanceof DataFile data)) {
      throw malformed("it is of a file of deletes");
    }
    if (data.format() != FileFormat.PARQUET || data.keyMetadata() != null) {
      throw malformed("%s is no plain Parquet file".formatted(data.location()));
    }
    if (data.fileSizeInBytes() <= 0 || data.recordCount() < 0) {
      throw malformed(
          "%s has %s bytes and %s rows"
              .formatted(data.location(), data.fileSizeInBytes(), data.recordCount()));
    }
    return data;
  }

  private static IceRunnerException malformed(String reason) {
    return IceRunnerException.invalidArgument("Cannot read what is told of a data file: " + reason);
  }
}
