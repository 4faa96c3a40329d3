package io.icerunner.register;

import io.icerunner.internal.arrow.ArrowRuntime;

/**
 * Registers Parquet files that exist already into an Iceberg table, in place: what is complete and
 * not yet in the table becomes part of it. Nothing below the source is written, moved or deleted.
 *
 * <pre>{@code
 * RegistrationResult result = Registration.builder()
 *     .source("s3://lake/daily")
 *     .manifest("s3://lake/manifest.parquet")
 *     .warehouse(Path.of("warehouse"))
 *     .table("climate.daily")
 *     .build()
 *     .run();
 * }</pre>
 *
 * <p>What is registered is recorded in the table, in the commit that adds the files. So a run that
 * was stopped anywhere is simply run again, a run with nothing new commits nothing, and of two runs
 * at once each unit is registered by one.
 *
 * <p>Safe for use by many threads; each run opens what it needs and closes it.
 */
public final class Registration {
  private final RegistrationConfig config;

  Registration(RegistrationConfig config) {
    this.config = config;
  }

  /**
   * Begins to configure a registration. Also chooses how Arrow allocates memory, so call it before
   * the program touches Arrow.
   */
  public static RegistrationBuilder builder() {
    ArrowRuntime.chooseAllocationManager();
    return new RegistrationBuilder();
  }

  /**
   * Registers what is new.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT or UNSUPPORTED naming file,
   *     column and values if something does not fit; NOT_FOUND or PERMISSION_DENIED naming what
   *     cannot be read; UNAVAILABLE if a store or the catalog stays out of reach; CANCELLED if the
   *     thread is interrupted. Batches that were committed before stay, and the next run goes on
   *     after them
   */
  public RegistrationResult run() {
    return new ConfiguredRun(config).run();
  }
}
