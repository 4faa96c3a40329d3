package io.icerunner.internal.register.partition;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How the value of one partition field was found, in words for a person.
 *
 * @param field its name in the spec
 * @param transform such as {@code month}
 * @param source the column
 * @param bounds the footer's, such as {@code 1994-01-01 .. 1994-01-31}; empty where none were
 *     looked at
 * @param value the partition value, or the reason why there is none
 */
public record FieldProof(
    String field, String transform, String source, Evidence evidence, String bounds, String value) {

  /** One line for each proof, in aligned columns, after a line of headings. */
  public static List<String> lines(List<FieldProof> proofs) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("field", "transform", "source", "proven by", "bounds", "value"));
    for (FieldProof proof : proofs) {
      rows.add(
          List.of(
              proof.field(),
              proof.transform(),
              proof.source(),
              proof.evidence().name().toLowerCase(Locale.ROOT),
              proof.bounds().isEmpty() ? "-" : proof.bounds(),
              proof.value()));
    }
    return AlignedText.lines(rows);
  }
}
