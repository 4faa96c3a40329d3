package io.icerunner.cli;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes rows of plain Java values, see {@link ArrowValues}, in one output format. */
interface RowPrinter {

  void begin(List<String> columns);

  /** The list is reused by the caller after the call. */
  void row(List<@Nullable Object> values);

  /** Writes what is still held back. */
  void end();
}
