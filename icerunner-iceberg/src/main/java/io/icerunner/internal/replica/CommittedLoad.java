package io.icerunner.internal.replica;

/**
 * A commit of rows.
 *
 * @param record that the table has now
 * @param snapshotId the table's current snapshot; -1 if it has none
 * @param rows that were added
 * @param files that were added
 * @param bytes of them
 */
public record CommittedLoad(
    ReplicaRecord record, long snapshotId, long rows, int files, long bytes) {}
