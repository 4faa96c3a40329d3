package io.icerunner.internal.register;

/** Follows a run. Called by the thread that runs. */
public interface RunListener {

  /** What a run has just done. The order is that of a run with one batch. */
  enum Step {
    /** It is known which units are complete. */
    UNITS_READ,
    /** It is known which of them are new, changed or gone. */
    WORK_KNOWN,
    /** The table was created. */
    TABLE_CREATED,
    /** The files of a batch are known. */
    BATCH_LISTED,
    /** The footers of a batch are read. */
    FOOTERS_READ,
    /** All files of a batch are checked: schema, partition, row counts. */
    FILES_CHECKED,
    /** A batch is about to be committed. */
    COMMITTING,
    /** A batch is committed. */
    COMMITTED,
    /** Units that are gone were removed from the table. */
    VANISHED_REMOVED,
    /** Old snapshots are expired. */
    EXPIRED,
    /** The run is over. */
    FINISHED
  }

  /**
   * @param unitsTotal units to register; 0 before they are known
   * @param unitsDone of them
   * @param files registered so far
   * @param rows in them
   * @param bytes of them
   */
  record State(long unitsTotal, long unitsDone, long files, long rows, long bytes, int commits) {}

  /** Something is done. What this throws ends the run. */
  void reached(Step step, State state);

  /** Something failed in passing and is tried again. */
  void retrying(String message);
}
