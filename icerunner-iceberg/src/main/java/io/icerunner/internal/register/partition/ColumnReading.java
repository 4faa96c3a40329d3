package io.icerunner.internal.register.partition;

import static io.icerunner.internal.register.partition.Finding.proven;

import io.icerunner.internal.register.partition.Finding.Unproven;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a partition value in the values of the column, when the footer did not tell it. */
record ColumnReading(FieldRule rule, Unproven footer) {

  static final int FIRST_VALUES = 1_000;

  Finding find(FileEvidence file, @Nullable ColumnValues reads) {
    if (!rule.isTopLevel()) {
      return also("columns inside of structs are not read for this");
    }
    if (reads == null) {
      return also("its values may not be read");
    }
    ReadValues values = read(file, reads);
    return values.isEmpty()
        ? also("no values were found")
        : values.difference() == null
            ? proven(Evidence.READ, values.partition())
            : new Unproven(values.difference(), footer.lower(), footer.upper());
  }

  /** Most columns have few values: those come as a list, without a pass over the whole column. */
  private ReadValues read(FileEvidence file, ColumnValues reads) {
    ReadValues values = new ReadValues(rule);
    List<@Nullable Object> first = reads.distinct(file.file(), rule.name(), FIRST_VALUES);
    first.forEach(values);
    if (first.size() >= FIRST_VALUES && values.difference() == null) {
      reads.forEach(file.file(), rule.name(), values);
    }
    return values;
  }

  private Unproven also(String reason) {
    return new Unproven(footer.reason() + ", and " + reason, footer.lower(), footer.upper());
  }
}
