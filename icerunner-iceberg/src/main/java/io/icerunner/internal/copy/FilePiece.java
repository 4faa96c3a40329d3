package io.icerunner.internal.copy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.types.BatchValidation;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Some bytes of a data file, a row of a batch. Those of one file come in order; files may come
 * mixed.
 *
 * @param file tells the files of a stream apart
 * @param entry with the first piece of a file: its {@link FileEntry}; null with the others
 * @param position of the first byte in the file
 * @param content holds the bytes; the batch's
 * @param start of them in the content
 */
public record FilePiece(
    int file, @Nullable String entry, long position, ArrowBuf content, long start, int length) {
  /** Bytes of a piece, but for the last of a file. */
  static final int BYTES = 1 << 20;

  /** The schema of every batch. */
  public static final Schema SCHEMA =
      new Schema(
          List.of(
              Field.notNullable("file", new ArrowType.Int(32, true)),
              Field.nullable("data-file", ArrowType.Utf8.INSTANCE),
              Field.notNullable("position", new ArrowType.Int(64, true)),
              Field.notNullable("content", ArrowType.Binary.INSTANCE)));

  private static final int FILE = 0;
  private static final int ENTRY = 1;
  private static final int POSITION = 2;
  private static final int CONTENT = 3;

  /**
   * Makes sure that the pieces of a batch can be looked at.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if the batch is malformed
   */
  public static void check(VectorSchemaRoot batch) {
    if (!batch.getSchema().getFields().equals(SCHEMA.getFields())) {
      throw malformed("its columns are %s".formatted(batch.getSchema().getFields()));
    }
    for (FieldVector column : batch.getFieldVectors()) {
      if (column.getValueCount() != batch.getRowCount()) {
        throw malformed("its columns have different lengths");
      }
      BatchValidation.check(column, column.getName());
    }
    for (int row = 0; row < batch.getRowCount(); row++) {
      for (int column : new int[] {FILE, POSITION, CONTENT}) {
        if (batch.getVector(column).isNull(row)) {
          throw malformed("its column %s has a null".formatted(batch.getVector(column).getName()));
        }
      }
    }
  }

  private static IceRunnerException malformed(String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot read pieces of data files: the batch is malformed, " + reason);
  }

  /** A row of a batch that was checked, valid as long as the batch. */
  public static FilePiece of(VectorSchemaRoot batch, int row) {
    VarCharVector entries = (VarCharVector) batch.getVector(ENTRY);
    VarBinaryVector contents = (VarBinaryVector) batch.getVector(CONTENT);
    int start = contents.getStartOffset(row);
    return new FilePiece(
        ((IntVector) batch.getVector(FILE)).get(row),
        entries.isNull(row) ? null : new String(entries.get(row), StandardCharsets.UTF_8),
        ((BigIntVector) batch.getVector(POSITION)).get(row),
        contents.getDataBuffer(),
        start,
        contents.getEndOffset(row) - start);
  }

  /**
   * Makes a piece the only row of a batch, in fresh buffers.
   *
   * @param batch of the {@link #SCHEMA}
   */
  static void set(
      VectorSchemaRoot batch,
      int file,
      @Nullable String entry,
      long position,
      byte[] content,
      int length) {
    batch.clear();
    ((IntVector) batch.getVector(FILE)).setSafe(0, file);
    if (entry != null) {
      ((VarCharVector) batch.getVector(ENTRY)).setSafe(0, entry.getBytes(StandardCharsets.UTF_8));
    }
    ((BigIntVector) batch.getVector(POSITION)).setSafe(0, position);
    VarBinaryVector contents = (VarBinaryVector) batch.getVector(CONTENT);
    contents.allocateNew(Math.max(1, length), 1);
    contents.set(0, content, 0, length);
    batch.setRowCount(1);
  }
}
