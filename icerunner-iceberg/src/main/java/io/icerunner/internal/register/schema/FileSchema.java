package io.icerunner.internal.register.schema;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/**
 * The columns of a file in Iceberg's terms. The ids of its fields tell them apart within this file
 * only; those that the file itself states are {@link #statedIds()}.
 *
 * <p>Two are equal if their columns are, whichever files they are of.
 */
public final class FileSchema {
  private final String location;
  private final List<Types.NestedField> fields;
  private final Map<Integer, Integer> statedIds;

  FileSchema(String location, List<Types.NestedField> fields, Map<Integer, Integer> statedIds) {
    this.location = location;
    this.fields = List.copyOf(fields);
    this.statedIds = Map.copyOf(statedIds);
  }

  /**
   * @throws IceRunnerException UNSUPPORTED naming file and column if a column cannot be part of an
   *     Iceberg table as it is stored, so that every reader gets the same from it
   */
  public static FileSchema of(String location, ParquetFooter footer) {
    try {
      FileColumnReader reader = new FileColumnReader(footer);
      List<Types.NestedField> fields = reader.fields();
      reader.requireAllIdsOrNone();
      DottedNames.check(fields);
      StatisticsCheck.check(footer);
      return new FileSchema(location, fields, reader.statedIds());
    } catch (UnreadableFile e) {
      throw IceRunnerException.unsupported(
          "Cannot register %s: %s".formatted(location, e.getMessage()));
    }
  }

  FileSchema withFields(List<Types.NestedField> others) {
    return new FileSchema(location, others, statedIds);
  }

  public String location() {
    return location;
  }

  /** The columns in the file's order. */
  public List<Types.NestedField> fields() {
    return fields;
  }

  /** The field ids in the file by the ids in {@link #fields()}; empty if it has none. */
  Map<Integer, Integer> statedIds() {
    return statedIds;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FileSchema that
        && fields.equals(that.fields)
        && statedIds.equals(that.statedIds);
  }

  @Override
  public int hashCode() {
    return Objects.hash(fields, statedIds);
  }
}
