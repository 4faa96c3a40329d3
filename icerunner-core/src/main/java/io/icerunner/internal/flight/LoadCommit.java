package io.icerunner.internal.flight;

import io.icerunner.internal.replica.RecordUpdate;

/**
 * What a mirror elsewhere asks to be committed.
 *
 * @param batches how many with rows it has sent since its last commit
 */
record LoadCommit(RecordUpdate update, long batches) {}
