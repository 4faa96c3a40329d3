package io.icerunner.internal.types;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TypeMapper.VectorConversion;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column that a host's mapper converts to the canonical layout of the type it names; from there
 * it goes on as any other.
 */
record HostStep(String path, VectorConversion conversion, Slot next) implements ColumnStep {
  @Override
  public Field field() {
    return next.step().field();
  }

  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    try (FieldVector converted = conversion.convert(source, out.allocator())) {
      if (converted.getValueCount() != source.getValueCount()) {
        throw new IceRunnerException(
            io.icerunner.error.ErrorCode.INTERNAL,
            "Cannot store column '%s': the type mapper turned %s values into %s"
                .formatted(path, source.getValueCount(), converted.getValueCount()));
      }
      BatchValidation.check(converted, path);
      next.append(converted, rows, out);
    }
  }
}
