package io.icerunner.internal.register.partition;

import io.icerunner.internal.register.partition.Finding.Proven;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.transforms.Transform;
import org.apache.iceberg.transforms.Transforms;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;

/**
 * A spec that every file of a sample is proven for, by footers and paths alone: identity on the
 * keys of the paths that are not in the files, and the finest of year, month, day and hour of each
 * date and timestamp that all files have.
 *
 * @param spec the proposal
 * @param lines why, one line for each field and one of headings
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
    PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("field", "proof"));
    for (Types.NestedField column : schema.columns()) {
      if (isKey(column, sample)) {
        spec.identity(column.name());
        rows.add(
            List.of(
                column.name(),
                "in the path of all %d files, not in the files".formatted(sample.size())));
      }
    }
    for (Types.NestedField column : schema.columns()) {
      finest(column, sample).ifPresent(transform -> add(spec, rows, column, transform, sample));
    }
    return new SpecProposal(spec.build(), AlignedText.lines(rows));
  }

  private static boolean isKey(Types.NestedField column, Collection<FileEvidence> sample) {
    return column.type().isPrimitiveType()
        && sample.stream()
            .allMatch(
                file ->
                    file.path().find(column.name()) != null
                        && !file.columnsInFile().contains(column.fieldId()));
  }

  private static Optional<Transform<?, ?>> finest(
      Types.NestedField column, Collection<FileEvidence> sample) {
    boolean inAll =
        sample.stream().allMatch(file -> file.columnsInFile().contains(column.fieldId()));
    return inAll
        ? transforms(column.type()).stream()
            .filter(transform -> isProven(column, transform, sample))
            .findFirst()
        : Optional.empty();
  }

  /** From the finest to the coarsest. */
  private static List<Transform<?, ?>> transforms(Type type) {
    return switch (type.typeId()) {
      case DATE -> List.of(Transforms.day(), Transforms.month(), Transforms.year());
      case TIMESTAMP, TIMESTAMP_NANO ->
          List.of(Transforms.hour(), Transforms.day(), Transforms.month(), Transforms.year());
      default -> List.of();
    };
  }

  /** Whether all files are proven, and not all by being null. */
  private static boolean isProven(
      Types.NestedField column, Transform<?, ?> transform, Collection<FileEvidence> sample) {
    FieldRule rule = FieldRule.of(column.name(), column, transform, false);
    boolean hasValues = false;
    for (FileEvidence file : sample) {
      if (!(rule.find(file, null) instanceof Proven proven)) {
        return false;
      }
      hasValues |= proven.evidence() == Evidence.STATISTICS;
    }
    return hasValues;
  }

  private static void add(
      PartitionSpec.Builder spec,
      List<List<String>> rows,
      Types.NestedField column,
      Transform<?, ?> transform,
      Collection<FileEvidence> sample) {
    switch (transform.toString()) {
      case "year" -> spec.year(column.name());
      case "month" -> spec.month(column.name());
      case "day" -> spec.day(column.name());
      case "hour" -> spec.hour(column.name());
      default -> throw new IllegalStateException("Transform not known: " + transform);
    }
    rows.add(
        List.of(
            SpecText.field(transform.toString(), column.name()),
            "the bounds of each of %d files are in one %s".formatted(sample.size(), transform)));
  }
}
