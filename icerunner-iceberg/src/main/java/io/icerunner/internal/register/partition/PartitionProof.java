package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.Finding.Proven;
import io.icerunner.internal.register.partition.Finding.Unproven;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/**
 * Proves which partition of a spec a file is in. Thread-safe.
 *
 * <p>For each field: all rows null by the footer, or the footer's bounds through a transform that
 * keeps their order when both give one value and no row is null; the Hive path for a column that is
 * not in the file; else every value of the column, read. Values of the path for columns that are in
 * the file are compared with the file first.
 */
public final class PartitionProof {
  private final PartitionSpec spec;
  private final PartitionData empty;
  private final List<FieldRule> rules;
  private final PathCheck pathCheck;
  private final @Nullable ColumnValues reads;

  /**
   * @param schema the table's current schema
   * @param reads null if columns may not be read: then {@code bucket}, floating-point columns and
   *     columns without statistics are refused
   * @throws IceRunnerException UNSUPPORTED if the spec has a column that the schema lacks or a
   *     transform that is not known
   */
  public PartitionProof(
      PartitionSpec spec, Schema schema, PartitionPolicy policy, @Nullable ColumnValues reads) {
    this.spec = spec;
    this.rules = SpecRules.of(spec, schema);
    this.empty = new PartitionData(SpecRules.partitionType(spec, schema));
    this.pathCheck = new PathCheck(spec, schema, policy.conflict(), reads);
    this.reads = reads;
  }

  /**
   * The partition.
   *
   * @throws IceRunnerException INVALID_ARGUMENT naming file, column and bounds if the file is not
   *     in exactly one partition, that cannot be told, or its path contradicts it
   */
  public StructLike prove(FileEvidence file) {
    PartitionData partition = newPartition();
    Unproven unproven = fill(partition, file);
    if (unproven != null) {
      throw Refusals.of(
          file.location(),
          unproven.reason()
              + "; partition the table more coarsely, or let such files have a coarser spec");
    }
    return partition;
  }

  /**
   * Sets the partition's values.
   *
   * @return why the file is not in exactly one partition or that cannot be told; null if it is
   */
  @Nullable Unproven fill(PartitionData partition, FileEvidence file) {
    Unproven lost = pathCheck.check(file);
    if (lost != null) {
      return lost;
    }
    for (int position = 0; position < rules.size(); position++) {
      Finding finding = rules.get(position).find(file, reads);
      if (finding instanceof Unproven unproven) {
        return unproven;
      }
      partition.set(position, ((Proven) finding).value());
    }
    return null;
  }

  /** A partition without values. */
  PartitionData newPartition() {
    return empty.copy();
  }

  /**
   * How each field is proven, or why it is not; refuses nothing. A last line named {@code path} is
   * there if the path contradicts the file.
   */
  public List<FieldProof> explain(FileEvidence file) {
    List<FieldProof> proofs = new ArrayList<>();
    for (int position = 0; position < rules.size(); position++) {
      proofs.add(explain(spec.fields().get(position), rules.get(position), file));
    }
    String contradiction = contradiction(file);
    if (contradiction != null) {
      proofs.add(new FieldProof("path", "-", "-", Evidence.UNPROVEN, "", contradiction));
    }
    return proofs;
  }

  private @Nullable String contradiction(FileEvidence file) {
    try {
      Unproven lost = pathCheck.check(file);
      return lost == null ? null : lost.reason();
    } catch (IceRunnerException e) {
      return e.getMessage();
    }
  }

  private FieldProof explain(PartitionField field, FieldRule rule, FileEvidence file) {
    BoundTransform transform = rule.transform();
    Finding finding = attempt(rule, file);
    if (finding instanceof Proven proven) {
      return new FieldProof(
          field.name(),
          field.transform().toString(),
          rule.name(),
          proven.evidence(),
          bounds(transform, proven.lower(), proven.upper()),
          transform.resultText(proven.value()));
    }
    Unproven unproven = (Unproven) finding;
    return new FieldProof(
        field.name(),
        field.transform().toString(),
        rule.name(),
        Evidence.UNPROVEN,
        bounds(transform, unproven.lower(), unproven.upper()),
        unproven.reason());
  }

  private Finding attempt(FieldRule rule, FileEvidence file) {
    try {
      return rule.find(file, reads);
    } catch (IceRunnerException e) {
      return Finding.unproven(e.getMessage());
    }
  }

  private static String bounds(
      BoundTransform transform, @Nullable Object lower, @Nullable Object upper) {
    return lower == null || upper == null
        ? ""
        : transform.sourceText(lower) + " .. " + transform.sourceText(upper);
  }
}
