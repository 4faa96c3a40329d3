package io.icerunner.internal.register;

import io.icerunner.internal.register.partition.FieldProof;
import io.icerunner.internal.register.partition.FileEvidence;
import io.icerunner.internal.register.partition.HiveColumns;
import io.icerunner.internal.register.partition.PartitionChoice;
import io.icerunner.internal.register.partition.SpecProposal;
import io.icerunner.internal.register.partition.SpecText;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.Schema;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.TypeUtil;
import org.apache.iceberg.types.Types;

/** Tells a person how files are partitioned, and how they could be. */
final class SpecExplanation {
  private SpecExplanation() {}

  /**
   * Lines: the proof of each field for the first file, then the spec that all files prove, with its
   * reasons.
   *
   * @param declared types of Hive keys
   * @param files at least one
   */
  static List<String> of(
      PartitionChoice choice, Schema schema, Map<String, Type> declared, List<FileEvidence> files) {
    List<String> lines = new ArrayList<>(FieldProof.lines(choice.explain(files.get(0))));
    SpecProposal proposal = SpecProposal.of(withKeys(schema, declared, files), files);
    List<String> fields = SpecText.print(proposal.spec());
    lines.add("");
    lines.add(
        "%d of the files prove: %s"
            .formatted(
                files.size(), fields.isEmpty() ? "no partitions" : String.join("; ", fields)));
    if (!fields.isEmpty()) {
      lines.addAll(proposal.lines());
    }
    return lines;
  }

  /** A table has columns for those keys only that it is partitioned by. */
  private static Schema withKeys(
      Schema schema, Map<String, Type> declared, List<FileEvidence> files) {
    Set<String> names = new HashSet<>();
    schema.columns().forEach(column -> names.add(column.name()));
    List<Types.NestedField> columns = new ArrayList<>(schema.columns());
    int id =
        TypeUtil.indexById(schema.asStruct()).keySet().stream().mapToInt(it -> it).max().orElse(0);
    for (Types.NestedField key :
        HiveColumns.infer(files.stream().map(FileEvidence::path).toList(), declared, names)) {
      columns.add(Types.NestedField.optional(++id, key.name(), key.type()));
    }
    return new Schema(columns);
  }
}
