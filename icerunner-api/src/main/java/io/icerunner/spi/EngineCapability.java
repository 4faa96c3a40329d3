package io.icerunner.spi;

/** What a {@link QueryEngine} can do beyond running a SELECT without parameters. */
public enum EngineCapability {
  /** Statements may have positional parameters. */
  PARAMETERS,
  /** Results are delivered while the statement runs, without the whole result being built. */
  STREAMING,
  /** {@link RecordBatchStream#cancel()} stops the work within about a second. */
  CANCEL,
  /** Tables may be read as of a snapshot, a time, a branch or a tag from within a statement. */
  TIME_TRAVEL
}
