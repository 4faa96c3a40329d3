package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Types;

/**
 * A spec that every file of a sample is proven for, by footers and paths alone.
 *
 * <p>It has identity on the keys of the paths that are not in the files, and the finest of year,
 * month, day and hour of each date and timestamp that is in all files. Another column of the files
 * is in it, by itself or else truncated, if that tells files apart that those fields do not.
 *
 * @param spec the proposal
 * @param lines why, one line for each field after one of headings
 */
public record SpecProposal(PartitionSpec spec, List<String> lines) {
  public SpecProposal {
    lines = List.copyOf(lines);
  }

  /**
   * Proposes a spec.
   *
   * @param schema of the table, with columns for the keys
   * @param sample at least one file
   */
  public static SpecProposal of(Schema schema, Collection<FileEvidence> sample) {
    Draft draft = new Draft(schema, new ProposalSample(sample));
    draft.keys();
    draft.times();
    draft.others();
    return new SpecProposal(SpecText.parse(schema, draft.fields), AlignedText.lines(draft.rows));
  }

  private static final class Draft {
    private final Schema schema;
    private final ProposalSample sample;
    private final List<String> fields = new ArrayList<>();
    private final List<List<String>> rows = new ArrayList<>();

    Draft(Schema schema, ProposalSample sample) {
      this.schema = schema;
      this.sample = sample;
      rows.add(List.of("proposal", "proven by", "values", "proof"));
    }

    void keys() {
      for (Types.NestedField column : schema.columns()) {
        if (column.type().isPrimitiveType() && sample.isKey(column)) {
          add(column, Transforms.identity(), "path", "in all paths, and not in the files");
        }
      }
    }

    void times() {
      for (Types.NestedField column : schema.columns()) {
        Optional<Transform<?, ?>> finest =
            ProposedTransforms.ofTimes(column.type()).stream()
                .filter(transform -> sample.isProven(column, transform))
                .findFirst();
        finest.ifPresent(
            transform -> add(column, transform, "statistics", "each file is in one " + transform));
      }
    }

    void others() {
      for (Types.NestedField column : schema.columns()) {
        Optional<Transform<?, ?>> finest =
            ProposedTransforms.ofOthers(column, sample).stream()
                .filter(transform -> sample.isProven(column, transform))
                .findFirst();
        finest
            .filter(transform -> sample.tellsApart(column, transform))
            .ifPresent(
                transform ->
                    add(column, transform, "statistics", "both bounds of each file are the same"));
      }
    }

    /** Passes over a field whose name in the spec is that of another column. */
    private void add(
        Types.NestedField column, Transform<?, ?> transform, String evidence, String proof) {
      String field =
          transform.isIdentity()
              ? column.name()
              : SpecText.field(transform.toString(), column.name());
      fields.add(field);
      if (!isPossible()) {
        fields.remove(field);
        return;
      }
      int values = sample.take(column, transform);
      rows.add(List.of(field, evidence, String.valueOf(values), proof));
    }

    private boolean isPossible() {
      try {
        SpecText.parse(schema, fields);
        return true;
      } catch (IceRunnerException e) {
        return false;
      }
    }
  }
}
