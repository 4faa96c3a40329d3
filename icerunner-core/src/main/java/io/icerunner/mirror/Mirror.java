package io.icerunner.mirror;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.arrow.ArrowRuntime;
import io.icerunner.internal.mirror.ContinuousMirror;
import io.icerunner.internal.mirror.MirrorRun;
import io.icerunner.internal.mirror.TableReport;
import io.icerunner.internal.mirror.verify.VerificationRun;
import io.icerunner.internal.settings.Setting;
import java.time.Duration;
import java.util.List;

/**
 * Copies tables of a Flight server into Iceberg tables, of a catalog or of another IceRunner.
 *
 * <pre>{@code
 * MirrorResult result = Mirror.builder()
 *     .source("grpc://lake.example.com:8816/sales.orders")
 *     .warehouse(Path.of("warehouse"))
 *     .table("sales.orders")
 *     .build()
 *     .runOnce();
 * }</pre>
 *
 * <p>How far a target is, is kept in the target table, in the commit that made it so. So a mirror
 * that ended anywhere is simply started again: no row is lost and none comes twice. Of two mirrors
 * with the same target one is refused.
 *
 * <p>Safe for use by many threads; each run, and each handle, opens what it needs and closes it.
 */
public final class Mirror {
  private final MirrorConfig config;

  Mirror(MirrorConfig config) {
    this.config = config;
  }

  /**
   * Begins to configure a mirror. Also chooses how Arrow allocates memory, so call it before the
   * program touches Arrow.
   */
  public static MirrorBuilder builder() {
    ArrowRuntime.chooseAllocationManager();
    return new MirrorBuilder();
  }

  /**
   * Brings every target to what its source is now. What fails in passing is repeated as long as the
   * patience lasts; a table that fails does not keep the others, and its failure is in its result.
   *
   * @throws IceRunnerException if not even the tables are known: UNAVAILABLE if the source stays
   *     out of reach, UNAUTHENTICATED or PERMISSION_DENIED if it refuses, INVALID_ARGUMENT if two
   *     tables would have the same target or no table fits; CANCELLED if the thread is interrupted
   */
  public MirrorResult runOnce() {
    long start = System.nanoTime();
    try (OpenMirror open = OpenMirror.open(config)) {
      List<TableReport> tables = new MirrorRun(open.context()).run();
      return ToldCycles.result(tables, Duration.ofNanos(System.nanoTime() - start));
    }
  }

  /**
   * Keeps every target at its source: looks each time the interval has passed since it last looked,
   * at once the first time. Tables that appear at a source without a named table are found.
   *
   * @return a handle that the caller closes
   * @throws IceRunnerException INVALID_ARGUMENT or UNSUPPORTED if what is configured cannot be
   *     opened; what fails later is told by the handle
   */
  public MirrorHandle start(Duration interval) {
    Setting.positive("interval", interval);
    OpenMirror open = OpenMirror.open(config);
    return new MirrorHandle(ContinuousMirror.start(open.context(), interval, open::close));
  }

  /**
   * Compares every target with its source at the target's position, all rows and columns. Reads
   * both whole; writes nothing.
   *
   * @throws IceRunnerException as {@link #runOnce()}
   */
  public VerifyResult verify() {
    try (OpenMirror open = OpenMirror.open(config)) {
      return ToldVerification.result(
          new VerificationRun(open.context(), open.targetRows(), open.mappers()).run());
    }
  }
}
