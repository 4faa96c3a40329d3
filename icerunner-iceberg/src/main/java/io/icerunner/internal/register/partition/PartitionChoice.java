package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.PartitionPolicy.Unproven;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import org.apache.iceberg.PartitionData;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.StructLike;
import org.jspecify.annotations.Nullable;

/**
 * Finds the spec of a table that a file is proven for: the current one first; by policy then the
 * others from the finest to the coarsest. Thread-safe.
 */
public final class PartitionChoice {
  /** More fields are finer than fewer; of as many, the finer transforms; of those, the newer. */
  private static final Comparator<PartitionSpec> FINEST_FIRST =
      Comparator.comparingLong(PartitionChoice::fields)
          .thenComparingInt(PartitionChoice::transforms)
          .thenComparingInt(PartitionSpec::specId)
          .reversed();

  private final List<Candidate> candidates = new ArrayList<>();

  private record Candidate(PartitionSpec spec, PartitionProof proof) {}

  /** A partition of one of the table's specs. */
  public record Partition(PartitionSpec spec, StructLike values) {}

  /**
   * @param current the spec of new files
   * @param specs all specs of the table; those over columns that are gone are passed over
   */
  public PartitionChoice(
      PartitionSpec current,
      Collection<PartitionSpec> specs,
      Schema schema,
      PartitionPolicy policy,
      @Nullable ColumnValues reads) {
    candidates.add(new Candidate(current, new PartitionProof(current, schema, policy, reads)));
    if (policy.unproven() == Unproven.COARSER) {
      specs.stream()
          .filter(spec -> spec.specId() != current.specId() && isUsable(spec, schema))
          .sorted(FINEST_FIRST)
          .forEach(
              spec ->
                  candidates.add(
                      new Candidate(spec, new PartitionProof(spec, schema, policy, reads))));
    }
  }

  /**
   * The partition of a file.
   *
   * @throws IceRunnerException as {@link PartitionProof#prove} does, about the current spec, if the
   *     file is proven for none
   */
  public Partition choose(FileEvidence file) {
    String reason = null;
    for (Candidate candidate : candidates) {
      PartitionData values = candidate.proof().newPartition();
      Finding.Unproven unproven = candidate.proof().fill(values, file);
      if (unproven == null) {
        return new Partition(candidate.spec(), values);
      }
      reason = reason == null ? unproven.reason() : reason;
    }
    throw Refusals.of(file.location(), reason + hint());
  }

  private String hint() {
    return candidates.size() == 1
        ? "; partition the table more coarsely, or let such files have a coarser spec"
        : "; none of the table's other %d specs takes the file either"
            .formatted(candidates.size() - 1);
  }

  /** How each field of the spec that takes the file is proven; of the current one if none does. */
  public List<FieldProof> explain(FileEvidence file) {
    for (Candidate candidate : candidates) {
      List<FieldProof> proofs = candidate.proof().explain(file);
      if (proofs.stream().noneMatch(proof -> proof.evidence() == Evidence.UNPROVEN)) {
        return proofs;
      }
    }
    return candidates.get(0).proof().explain(file);
  }

  private static boolean isUsable(PartitionSpec spec, Schema schema) {
    return spec.fields().stream()
        .allMatch(
            field ->
                field.transform().isVoid()
                    || schema.findField(field.sourceId()) != null
                        && field.transform().canTransform(schema.findType(field.sourceId())));
  }

  private static long fields(PartitionSpec spec) {
    return spec.fields().stream().filter(field -> !field.transform().isVoid()).count();
  }

  private static int transforms(PartitionSpec spec) {
    return spec.fields().stream().mapToInt(PartitionChoice::fineness).sum();
  }

  private static int fineness(PartitionField field) {
    return switch (field.transform().toString()) {
      case "void" -> 0;
      case "year" -> 1;
      case "month" -> 2;
      case "day" -> 3;
      case "hour" -> 4;
      case "identity" -> 5;
      default -> 2;
    };
  }
}
