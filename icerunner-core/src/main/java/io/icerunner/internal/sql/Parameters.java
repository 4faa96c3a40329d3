package io.icerunner.internal.sql;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.PutSetup;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.jspecify.annotations.Nullable;

/**
 * The parameter rows that are bound to a statement, which runs once for each.
 *
 * @param columns parameters per row
 * @param rows their values, as {@link io.icerunner.spi.SqlQuery} takes them
 * @param ipc the same as an Arrow IPC stream, for tickets; empty if there are no columns
 */
record Parameters(int columns, List<List<@Nullable Object>> rows, byte[] ipc) {
  /** Statements run once per row, one after another; more rows are work for a join. */
  static final int MAX_ROWS = 10_000;

  /** What a statement without parameters runs with. */
  static final Parameters NONE = new Parameters(0, List.of(List.of()), new byte[0]);

  /** Reads what a client binds. */
  static Parameters read(FlightStream stream) {
    PutSetup setup = PutSetup.current();
    if (stream.getSchema().getFields().isEmpty()) {
      while (setup.next(stream)) {
        // Rows without columns bind nothing.
      }
      return NONE;
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    DictionaryProvider dictionaries = stream.getDictionaryProvider();
    ByteArrayOutputStream ipc = new ByteArrayOutputStream();
    VectorSchemaRoot root = stream.getRoot();
    boolean more = setup.next(stream);
    try (ArrowStreamWriter writer = new ArrowStreamWriter(root, dictionaries, ipc)) {
      writer.start();
      for (; more; more = setup.next(stream)) {
        addRows(root, dictionaries, rows);
        writer.writeBatch();
      }
      writer.end();
    } catch (IOException e) {
      throw IceRunnerException.internal("Cannot keep parameters: " + e.getMessage(), e);
    }
    return new Parameters(root.getFieldVectors().size(), rows, ipc.toByteArray());
  }

  /** Reads back {@link #ipc()}. */
  static Parameters decode(byte[] ipc, BufferAllocator allocator) {
    if (ipc.length == 0) {
      return NONE;
    }
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (ArrowStreamReader reader =
        new ArrowStreamReader(new ByteArrayInputStream(ipc), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      while (reader.loadNextBatch()) {
        addRows(root, reader, rows);
      }
      return new Parameters(root.getFieldVectors().size(), rows, ipc);
    } catch (IOException | IllegalArgumentException e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT, "Cannot read the ticket: its parameters are malformed", e);
    }
  }

  private static void addRows(
      VectorSchemaRoot root, DictionaryProvider dictionaries, List<List<@Nullable Object>> rows) {
    if (rows.size() + root.getRowCount() > MAX_ROWS) {
      throw IceRunnerException.resourceExhausted(
          "Cannot bind more than %s parameter rows to one statement; write them into a table and"
                  .formatted(MAX_ROWS)
              + " join it");
    }
    for (int row = 0; row < root.getRowCount(); row++) {
      List<@Nullable Object> cells = new ArrayList<>();
      for (int i = 0; i < root.getFieldVectors().size(); i++) {
        cells.add(new ParameterValues(i + 1, dictionaries).read(root.getVector(i), row));
      }
      rows.add(cells);
    }
  }

  /**
   * @param expected how many parameters the statement has
   * @throws IceRunnerException INVALID_ARGUMENT if the rows have another number
   */
  void check(int expected) {
    if (columns != expected) {
      throw IceRunnerException.invalidArgument(
          "Cannot run the statement: it has %s and %s bound"
              .formatted(
                  expected == 1 ? "1 parameter" : expected + " parameters",
                  columns == 0 ? "none is" : columns == 1 ? "1 is" : columns + " are"));
    }
  }
}
