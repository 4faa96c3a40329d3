package io.icerunner.internal.mirror.verify;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.TablePair;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How a target compares with its source.
 *
 * @param isExactVersion whether the source was read as it was at the target's position
 * @param differences the columns that differ; empty, too, if rows only combine values differently
 * @param explanation a sentence about what is known of a difference; null if there is none
 * @param failure why they could not be compared; null if they were
 */
public record VerifiedTable(
    TablePair pair,
    boolean isEqual,
    boolean isExactVersion,
    long sourceRows,
    long targetRows,
    List<VerifiedColumn> differences,
    @Nullable String explanation,
    @Nullable IceRunnerException failure) {

  /** Copies. */
  public VerifiedTable {
    differences = List.copyOf(differences);
  }

  static VerifiedTable failed(TablePair pair, IceRunnerException failure) {
    return new VerifiedTable(pair, false, false, -1, -1, List.of(), null, failure);
  }
}
