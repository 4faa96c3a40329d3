package io.icerunner.internal.mirror.verify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Types;

/**
 * Finds the target's column for each of the source's, which may have another name: a target follows
 * a new name when it is next written, and a snapshot may be from before it.
 *
 * @param targetNames the names of the target's columns by field id
 * @param fieldIds the target's field id for each of the source's
 */
record Counterparts(Map<Integer, String> targetNames, Map<Integer, Integer> fieldIds) {

  /**
   * @param source the columns that are read
   * @param namesNow the names of the source's columns by field id, as they are now
   * @return the target's names by the source's
   */
  Map<String, String> of(Schema source, Map<Integer, String> namesNow) {
    Map<String, String> names = new HashMap<>();
    namesNow.forEach(
        (id, name) -> {
          Integer targetId = fieldIds.get(id);
          String counterpart = targetId == null ? null : targetNames.get(targetId);
          if (counterpart != null && source.asStruct().field(name) != null) {
            names.put(name, counterpart);
          }
        });
    pairTheRest(source, names);
    return names;
  }

  /**
   * Columns with a name that neither the source has now nor the target are those of the target that
   * are left, in order. If they are not, their values tell.
   */
  private void pairTheRest(Schema source, Map<String, String> names) {
    List<String> rest = new ArrayList<>(new TreeMap<>(targetNames).values());
    rest.removeAll(names.values());
    List<String> unknown = new ArrayList<>();
    for (Types.NestedField column : source.columns()) {
      if (!names.containsKey(column.name()) && !rest.remove(column.name())) {
        unknown.add(column.name());
      }
    }
    if (unknown.size() == rest.size()) {
      for (int i = 0; i < rest.size(); i++) {
        names.put(unknown.get(i), rest.get(i));
      }
    }
  }
}
