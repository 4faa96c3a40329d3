package io.icerunner.internal.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;

/** Builds the schema of a footer. */
final class ParquetSchemas {
  private static final ParquetMetadataConverter CONVERTER = new ParquetMetadataConverter();

  private ParquetSchemas() {}

  /**
   * The columns of a file. An annotation that this version of the format does not know is left out,
   * so that the column is what is stored.
   *
   * @throws UnreadableFile if it is malformed
   */
  static MessageType of(FileMetaData footer) throws UnreadableFile {
    List<SchemaElement> elements = new ArrayList<>(footer.getSchemaSize());
    for (SchemaElement element : footer.getSchema()) {
      elements.add(known(element));
    }
    try {
      return CONVERTER
          .fromParquetMetadata(
              new FileMetaData(footer.getVersion(), elements, footer.getNum_rows(), List.of()))
          .getFileMetaData()
          .getSchema();
    } catch (IOException | RuntimeException e) {
      throw new UnreadableFile("its schema is malformed: " + e.getMessage());
    }
  }

  private static SchemaElement known(SchemaElement element) {
    LogicalType annotation = element.getLogicalType();
    if (annotation == null || annotation.getSetField() != null) {
      return element;
    }
    SchemaElement plain = new SchemaElement(element);
    plain.unsetLogicalType();
    return plain;
  }
}
