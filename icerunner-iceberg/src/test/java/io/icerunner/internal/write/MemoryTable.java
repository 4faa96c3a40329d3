package io.icerunner.internal.write;

import io.icerunner.internal.catalog.LocalFileIO;
import java.nio.file.Path;
import java.util.Map;
import org.apache.iceberg.BaseTable;
import org.apache.iceberg.LocationProviders;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableOperations;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.LocationProvider;

/** A table that exists in memory only; its data files are on disk. */
final class MemoryTable implements TableOperations {
  static final String NAME = "db.t";

  private final FileIO io;
  private TableMetadata metadata;

  private MemoryTable(TableMetadata metadata, FileIO io) {
    this.metadata = metadata;
    this.io = io;
  }

  static Table of(Schema schema, Path folder, Map<String, String> properties) {
    return of(schema, PartitionSpec.unpartitioned(), folder, properties, new LocalFileIO());
  }

  static Table of(
      Schema schema, PartitionSpec spec, Path folder, Map<String, String> properties, FileIO io) {
    TableMetadata metadata =
        TableMetadata.newTableMetadata(schema, spec, folder.toString(), properties);
    return new BaseTable(new MemoryTable(metadata, io), NAME);
  }

  @Override
  public TableMetadata current() {
    return metadata;
  }

  @Override
  public TableMetadata refresh() {
    return metadata;
  }

  @Override
  public void commit(TableMetadata base, TableMetadata changed) {
    metadata = changed;
  }

  @Override
  public FileIO io() {
    return io;
  }

  @Override
  public String metadataFileLocation(String fileName) {
    return metadata.location() + "/metadata/" + fileName;
  }

  @Override
  public LocationProvider locationProvider() {
    return LocationProviders.locationsFor(metadata.location(), metadata.properties());
  }
}
