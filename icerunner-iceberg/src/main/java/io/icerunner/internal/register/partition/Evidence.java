package io.icerunner.internal.register.partition;

/** What a partition value was proven by. */
public enum Evidence {
  /** The footer's bounds, both in one partition, and no nulls. */
  STATISTICS,
  /** The Hive path; the column is not in the file. */
  PATH,
  /** Every value was read. */
  READ,
  /** All rows are null. */
  NULL,
  /** The transform gives null whatever the value. */
  VOID,
  /** Nothing: the file is refused under this spec. */
  UNPROVEN
}
