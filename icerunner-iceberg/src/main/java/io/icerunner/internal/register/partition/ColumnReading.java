package io.icerunner.internal.register.partition;

import static io.icerunner.internal.register.partition.Finding.proven;

import io.icerunner.internal.register.partition.Finding.Unproven;
import org.jspecify.annotations.Nullable;

/** Finds a partition value in the values of the column, when the footer did not tell it. */
record ColumnReading(FieldRule rule, Unproven footer) {

  Finding find(FileEvidence file, @Nullable ColumnValues reads) {
    if (!rule.isTopLevel()) {
      return also("columns inside of structs are not read for this");
    }
    if (reads == null) {
      return also("its values may not be read");
    }
    ReadValues values = new ReadValues(rule);
    reads.forEach(file.file(), rule.name(), values);
    return values.isEmpty()
        ? also("no values were found")
        : values.difference() == null
            ? proven(Evidence.READ, values.partition())
            : new Unproven(values.difference(), footer.lower(), footer.upper());
  }

  private Unproven also(String reason) {
    return new Unproven(footer.reason() + ", and " + reason, footer.lower(), footer.upper());
  }
}
