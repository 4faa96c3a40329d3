package io.icerunner.internal.scan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the list of a snapshot's files, and how they are read, depends on. All of it is immutable,
 * so what is known of a key stays true.
 *
 * @param tableLocation tells apart tables whose snapshots have equal ids
 * @param manifestList null for a snapshot of the oldest format, which has none
 * @param unevolved see {@link SnapshotSource#unevolved}
 * @param appended ids of the snapshots whose files alone are meant; null for all of the snapshot
 */
record SnapshotKey(
    String tableLocation,
    long snapshotId,
    @Nullable String manifestList,
    int schemaId,
    boolean unevolved,
    @Nullable String nameMapping,
    @Nullable List<Long> appended) {}
