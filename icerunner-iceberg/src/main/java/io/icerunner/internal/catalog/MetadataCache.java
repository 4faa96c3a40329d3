package io.icerunner.internal.catalog;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.time.Duration;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.io.FileIO;

/**
 * Table metadata by the location of its file. A metadata file never changes, so what was read or
 * written once need not be read again. Safe for use by many threads.
 */
final class MetadataCache {
  private static final int MAX_FILES = 128;
  private static final Duration UNUSED = Duration.ofMinutes(10);

  private final FileIO io;
  private final Cache<String, TableMetadata> files =
      Caffeine.newBuilder().maximumSize(MAX_FILES).expireAfterAccess(UNUSED).build();

  MetadataCache(FileIO io) {
    this.io = io;
  }

  /** What is in the file. */
  TableMetadata read(String location) {
    return files.get(location, l -> TableMetadataParser.read(io, l));
  }

  /** Remembers what was written into a file. */
  void written(String location, TableMetadata metadata) {
    files.put(
        location,
        TableMetadata.buildFrom(metadata).discardChanges().withMetadataLocation(location).build());
  }
}
