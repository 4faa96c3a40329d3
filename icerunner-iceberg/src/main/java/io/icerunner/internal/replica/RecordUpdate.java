package io.icerunner.internal.replica;

import org.jspecify.annotations.Nullable;

/**
 * What a mirror says of a commit; the target adds what it alone knows and makes it the table's
 * {@link ReplicaRecord}, whose components these are.
 */
public record RecordUpdate(
    String source,
    @Nullable String sourceUuid,
    String kind,
    String position,
    long epoch,
    String run) {}
