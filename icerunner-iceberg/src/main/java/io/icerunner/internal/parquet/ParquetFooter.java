package io.icerunner.internal.parquet;

import java.io.IOException;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.hadoop.metadata.ParquetMetadata;
import org.apache.parquet.schema.GroupType;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.Type;
import org.jspecify.annotations.Nullable;

/** The footer of one Parquet file. Not to be changed; for one thread at a time. */
public final class ParquetFooter {
  private final String location;
  private final FileMetaData thrift;
  private final MessageType schema;
  private @Nullable Map<Type, SchemaElement> elements;

  ParquetFooter(String location, FileMetaData thrift, MessageType schema) {
    this.location = location;
    this.thrift = thrift;
    this.schema = schema;
  }

  /**
   * @throws UnreadableFile if the parts of the footer contradict each other
   */
  static ParquetFooter of(String location, FileMetaData thrift) throws UnreadableFile {
    MessageType schema = ParquetSchemas.of(thrift);
    List<String[]> leaves = schema.getPaths();
    long rows = 0;
    for (RowGroup group : thrift.getRow_groups()) {
      rows += group.getNum_rows();
      check(group, leaves);
    }
    if (rows != thrift.getNum_rows()) {
      throw new UnreadableFile(
          "its footer contradicts itself: %d rows, and %d in its row groups"
              .formatted(thrift.getNum_rows(), rows));
    }
    return new ParquetFooter(location, thrift, schema);
  }

  private static void check(RowGroup group, List<String[]> leaves) throws UnreadableFile {
    if (group.getNum_rows() < 0 || group.getColumnsSize() != leaves.size()) {
      throw new UnreadableFile(
          "its footer contradicts itself: a row group of %d rows has %d columns, the schema %d"
              .formatted(group.getNum_rows(), group.getColumnsSize(), leaves.size()));
    }
    for (int i = 0; i < leaves.size(); i++) {
      ColumnChunk chunk = group.getColumns().get(i);
      if (chunk.isSetFile_path()) {
        throw new UnreadableFile("its columns are in another file: " + chunk.getFile_path());
      }
      if (chunk.isSetCrypto_metadata() || !chunk.isSetMeta_data()) {
        throw new UnreadableFile("it is encrypted");
      }
      if (!chunk.getMeta_data().getPath_in_schema().equals(List.of(leaves.get(i)))) {
        throw new UnreadableFile(
            "its footer contradicts itself: column %s is where the schema has %s"
                .formatted(
                    String.join(".", chunk.getMeta_data().getPath_in_schema()),
                    String.join(".", leaves.get(i))));
      }
    }
  }

  public String location() {
    return location;
  }

  /** The columns as they are stored. */
  public MessageType schema() {
    return schema;
  }

  public long rowCount() {
    return thrift.getNum_rows();
  }

  /** All of it, as the format defines it. */
  public FileMetaData thrift() {
    return thrift;
  }

  /**
   * All of it, as parquet-java has it.
   *
   * @throws UnreadableFile if it is malformed
   */
  public ParquetMetadata metadata() throws UnreadableFile {
    try {
      return new ParquetMetadataConverter().fromParquetMetadata(thrift);
    } catch (IOException | RuntimeException e) {
      throw new UnreadableFile("its footer is malformed: " + e.getMessage());
    }
  }

  /**
   * How the file marks a column: the annotations as they are written, of which {@link #schema()}
   * has one only.
   *
   * @param column of {@link #schema()}, the very object
   */
  public SchemaElement element(Type column) {
    SchemaElement element = elements().get(column);
    if (element == null) {
      throw new IllegalArgumentException("Not a column of this schema: " + column);
    }
    return element;
  }

  private Map<Type, SchemaElement> elements() {
    if (elements == null) {
      Map<Type, SchemaElement> found = new IdentityHashMap<>();
      Iterator<SchemaElement> next = thrift.getSchema().iterator();
      next.next();
      collect(schema, next, found);
      elements = found;
    }
    return elements;
  }

  private static void collect(
      GroupType group, Iterator<SchemaElement> next, Map<Type, SchemaElement> found) {
    for (Type column : group.getFields()) {
      found.put(column, next.next());
      if (!column.isPrimitive()) {
        collect(column.asGroupType(), next, found);
      }
    }
  }

  /** Who wrote the file; null if it does not say. */
  public @Nullable String createdBy() {
    return thrift.getCreated_by();
  }

  /** Where each row group starts, ascending. */
  public List<Long> splitOffsets() {
    List<Long> offsets = new ArrayList<>(thrift.getRow_groupsSize());
    for (RowGroup group : thrift.getRow_groups()) {
      if (group.getColumnsSize() > 0) {
        offsets.add(start(group.getColumns().get(0).getMeta_data()));
      }
    }
    offsets.sort(null);
    return offsets;
  }

  private static long start(ColumnMetaData first) {
    long data = first.getData_page_offset();
    long dictionary = first.isSetDictionary_page_offset() ? first.getDictionary_page_offset() : 0;
    return dictionary > 0 && dictionary < data ? dictionary : data;
  }
}
