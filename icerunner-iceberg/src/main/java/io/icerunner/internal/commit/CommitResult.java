package io.icerunner.internal.commit;

/**
 * What a commit did.
 *
 * @param snapshotId the new snapshot; if there was nothing to commit, the one that was current, or
 *     -1 if the table has none
 * @param rows in the files that were added
 * @param files added
 */
public record CommitResult(long snapshotId, long rows, int files) {}
