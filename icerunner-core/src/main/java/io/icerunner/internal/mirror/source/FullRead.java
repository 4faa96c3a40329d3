package io.icerunner.internal.mirror.source;

import io.icerunner.internal.mirror.digest.ContentDigest;
import io.icerunner.internal.types.AppendConversion;
import io.icerunner.internal.types.TypeMappers;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/** A whole table, whose digest is worked out while it passes. */
final class FullRead extends StreamRead {
  /** The only format version with a type for everything that can be stored. */
  private static final int FORMAT_VERSION = 3;

  private final @Nullable FullPosition before;
  private final TypeMappers mappers;
  private final String name;
  private final BufferAllocator allocator;
  private @Nullable AppendConversion conversion;
  private @Nullable ContentDigest digest;
  private @Nullable FullPosition position;

  /**
   * @param before what the target has; null if that is not known
   * @param name of the table, for messages
   */
  FullRead(
      BatchStream stream,
      @Nullable FullPosition before,
      TypeMappers mappers,
      String name,
      BufferAllocator allocator) {
    super(stream);
    this.before = before;
    this.mappers = mappers;
    this.name = name;
    this.allocator = allocator;
  }

  @Override
  public boolean next() {
    if (super.next()) {
      try (VectorSchemaRoot canonical = conversion().convert(batch(), dictionaries(), allocator)) {
        digest().add(canonical);
      }
      return true;
    }
    position = FullPosition.of(digest().text(), digest().rows(), schema());
    return false;
  }

  private AppendConversion conversion() {
    if (conversion == null) {
      conversion = AppendConversion.plan(schema(), tableSchema(), FORMAT_VERSION, mappers, name);
    }
    return conversion;
  }

  private ContentDigest digest() {
    if (digest == null) {
      digest = ContentDigest.of(tableSchema());
    }
    return digest;
  }

  private org.apache.iceberg.Schema tableSchema() {
    return mappers.toIceberg(schema(), FORMAT_VERSION);
  }

  @Override
  public @Nullable String position() {
    return position == null ? null : position.json();
  }

  @Override
  public boolean isUnchanged() {
    return position != null && position.equals(before);
  }
}
