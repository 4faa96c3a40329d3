package io.icerunner.register;

/** What a run has just done. A run goes from the batch's steps back for the next batch. */
public enum RegistrationStep {
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
  /** A batch is committed; in a dry run, would have been. */
  COMMITTED,
  /** Units that are gone were removed from the table. */
  VANISHED_REMOVED,
  /** Old snapshots are expired. */
  EXPIRED,
  /** The run is over. */
  FINISHED
}
