package io.icerunner.internal.mirror.verify;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.mirror.MirrorContext;
import io.icerunner.internal.mirror.TablePair;
import io.icerunner.internal.mirror.TablePairs;
import io.icerunner.internal.mirror.source.TargetRows;
import io.icerunner.internal.types.TypeMappers;
import java.util.ArrayList;
import java.util.List;

/** Compares all targets of a mirror with their sources, one after the other. Writes nothing. */
public final class VerificationRun {
  private final MirrorContext context;
  private final TargetRows targetRows;
  private final TypeMappers mappers;

  public VerificationRun(MirrorContext context, TargetRows targetRows, TypeMappers mappers) {
    this.context = context;
    this.targetRows = targetRows;
    this.mappers = mappers;
  }

  /**
   * Compares; what fails for a table is in its result.
   *
   * @throws IceRunnerException if the tables are not known
   */
  public List<VerifiedTable> run() {
    List<VerifiedTable> verified = new ArrayList<>();
    for (TablePair pair : new TablePairs(context.settings().tables()).find(context.source())) {
      context.cancellation().check();
      verified.add(verify(pair));
    }
    return verified;
  }

  private VerifiedTable verify(TablePair pair) {
    try {
      return new TableComparison(context, targetRows, mappers, pair).run();
    } catch (IceRunnerException e) {
      return VerifiedTable.failed(pair, e);
    } catch (RuntimeException e) {
      return VerifiedTable.failed(
          pair,
          new IceRunnerException(
              ErrorCode.INTERNAL,
              "Cannot compare %s with %s: %s".formatted(pair.target(), pair.name(), e),
              e));
    }
  }
}
