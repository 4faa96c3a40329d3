package io.icerunner.mirror;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a target compares with its source.
 *
 * @param source the name of the source's table
 * @param target the name of the target's table
 * @param isEqual whether both have the same rows, in whatever order
 * @param isExactVersion whether the source was read as it was at the target's position; if not, it
 *     was read as it is now, and may differ by what has happened since
 * @param differences the columns that differ; empty, too, if rows only combine their values
 *     differently
 * @param explanation a sentence about which side changed; null if nothing differs or it is not
 *     known
 * @param failure why they could not be compared; null if they were
 */
public record TableVerification(
    String source,
    String target,
    boolean isEqual,
    boolean isExactVersion,
    long sourceRows,
    long targetRows,
    List<ColumnDifference> differences,
    @Nullable String explanation,
    @Nullable IceRunnerException failure) {

  /** Copies. */
  public TableVerification {
    differences = List.copyOf(differences);
  }
}
