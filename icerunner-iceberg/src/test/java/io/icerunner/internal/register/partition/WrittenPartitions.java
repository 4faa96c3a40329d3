package io.icerunner.internal.register.partition;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericFixed;
import org.apache.avro.generic.GenericRecord;
import org.apache.iceberg.Schema;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.types.Types;

/** The partitions in the manifests of a table that is partitioned by one column. */
final class WrittenPartitions {
  private WrittenPartitions() {}

  /** The column that the newest metadata has a partition by. */
  static Types.NestedField column(Path table) throws IOException {
    List<Path> metadata = files(table, ".metadata.json");
    Schema schema =
        TableMetadataParser.fromJson(Files.readString(metadata.get(metadata.size() - 1))).schema();
    return schema.findField("partition_col");
  }

  /** The value of each folder, which is named as in the path. */
  static Map<String, Object> byFolder(Path table) throws IOException {
    Types.NestedField column = column(table);
    Map<String, Object> values = new HashMap<>();
    for (Path manifest : files(table, "-m0.avro")) {
      try (DataFileReader<GenericRecord> entries =
          new DataFileReader<>(manifest.toFile(), new GenericDatumReader<>())) {
        for (GenericRecord entry : entries) {
          GenericRecord file = (GenericRecord) entry.get("data_file");
          GenericRecord partition = (GenericRecord) file.get("partition");
          values.put(folder(file.get("file_path").toString()), internal(column, partition.get(0)));
        }
      }
    }
    return values;
  }

  private static String folder(String location) {
    String folders = location.substring(0, location.lastIndexOf('/'));
    return folders.substring(folders.lastIndexOf('/') + 1);
  }

  private static Object internal(Types.NestedField column, Object value) {
    return value instanceof GenericFixed fixed
        ? new BigDecimal(new BigInteger(fixed.bytes()), ((Types.DecimalType) column.type()).scale())
        : value;
  }

  private static List<Path> files(Path table, String suffix) throws IOException {
    try (Stream<Path> files = Files.list(table.resolve("metadata"))) {
      return files
          .filter(file -> file.toString().endsWith(suffix))
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .sorted()
          .toList();
    }
  }
}
