package io.icerunner.internal.types;

import java.util.List;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.types.pojo.Field;

/** A map: a list of entries, whatever the entries' fields are called. */
record MapStep(Field field, String path, Slot key, Slot value) implements ColumnStep {
  @Override
  public void append(FieldVector source, Rows rows, BatchAssembly out) {
    out.nodeLike(source);
    ArrowBuf offsets = source.getOffsetBuffer();
    Offsets.share(offsets, source.getValueCount(), out);
    Rows entryRows = new ListRows(source, i -> offsets.getInt(i * 4L), rows);
    FieldVector entries = source.getChildrenFromFields().get(0);
    checkEntries(entries, entryRows);
    out.node(entries.getValueCount(), 0);
    out.allValid(entries.getValueCount());
    List<FieldVector> pair = entries.getChildrenFromFields();
    key.append(pair.get(0), entryRows, out);
    value.append(pair.get(1), entryRows, out);
  }

  private void checkEntries(FieldVector entries, Rows rows) {
    if (entries.getNullCount() == 0) {
      return;
    }
    for (int i = 0; i < entries.getValueCount(); i++) {
      if (entries.isNull(i) && rows.isLive(i)) {
        throw Refusal.nullValue(path + "." + CanonicalTypes.ENTRIES, rows.rowOf(i));
      }
    }
  }
}
