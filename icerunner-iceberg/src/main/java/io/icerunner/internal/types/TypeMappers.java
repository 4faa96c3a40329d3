package io.icerunner.internal.types;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.types.CanonicalTypes.UnshownTypeException;
import io.icerunner.spi.TypeMapper;
import io.icerunner.spi.TypeMapper.ArrowMapping;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * Maps schemas in both directions: the host's mappers first, then the type table. Immutable; safe
 * for use by many threads if the host's mappers are.
 */
public final class TypeMappers {
  private final HostMappings host;

  private TypeMappers(HostMappings host) {
    this.host = host;
  }

  /**
   * @param hostMappers asked in order before the built-in mapping; may be empty
   */
  public static TypeMappers of(List<TypeMapper> hostMappers) {
    return new TypeMappers(new HostMappings(hostMappers));
  }

  /**
   * The schema of the values of a stream that is being read, where dictionary encoded fields have
   * the type of their indices. Everything here that takes an Arrow schema wants this one.
   *
   * @param dictionaries those of the stream; null if it has none
   * @throws IceRunnerException INVALID_ARGUMENT if a dictionary is missing
   */
  public static Schema decoded(Schema stream, @Nullable DictionaryProvider dictionaries) {
    return ArrivingSchema.decoded(stream, dictionaries);
  }

  /**
   * The schema of a new table for values of an Arrow schema.
   *
   * @param values see {@link #decoded}
   * @throws IceRunnerException UNSUPPORTED naming every field that cannot be stored;
   *     INVALID_ARGUMENT if names are missing or occur twice in one struct
   */
  public org.apache.iceberg.Schema toIceberg(Schema values, int formatVersion) {
    return NewTableTypes.schema(values, host, formatVersion);
  }

  /**
   * The schema that clients see.
   *
   * @throws IceRunnerException UNSUPPORTED naming every column that cannot be shown
   */
  public Schema toArrow(org.apache.iceberg.Schema table, int formatVersion) {
    return shown(table, formatVersion).schema();
  }

  /**
   * How batches in canonical layout become what clients see.
   *
   * @throws IceRunnerException as {@link #toArrow}
   */
  public ShownConversion shown(org.apache.iceberg.Schema table, int formatVersion) {
    List<@Nullable ArrowMapping> mappings = new ArrayList<>();
    for (Types.NestedField column : table.columns()) {
      mappings.add(host.toArrow(column, formatVersion));
    }
    return ShownConversion.of(canonical(table), mappings);
  }

  /**
   * The schema of batches in canonical layout: one Arrow type for every Iceberg type, no metadata
   * but the extension {@code arrow.uuid}.
   *
   * @throws IceRunnerException UNSUPPORTED naming every column that has no Arrow type
   */
  public static Schema canonical(org.apache.iceberg.Schema table) {
    List<Field> fields = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (Types.NestedField column : table.columns()) {
      try {
        fields.add(CanonicalTypes.field(column));
      } catch (UnshownTypeException e) {
        problems.add(String.valueOf(e.getMessage()));
      }
    }
    if (!problems.isEmpty()) {
      throw IceRunnerException.unsupported(
          "Cannot read or write the table: " + String.join("; ", problems));
    }
    return new Schema(fields);
  }

  /** Whether a host has a say in how values become others. */
  public boolean isOfHost() {
    return !host.mappers().isEmpty();
  }

  HostMappings host() {
    return host;
  }
}
