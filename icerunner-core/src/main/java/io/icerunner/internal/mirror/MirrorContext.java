package io.icerunner.internal.mirror;

import io.icerunner.internal.mirror.source.SourceServer;
import io.icerunner.internal.replica.ReplicaTarget;
import org.apache.arrow.memory.BufferAllocator;

/**
 * What the cycles of a mirror share. Whoever makes it closes what is in it.
 *
 * @param allocator of all that is read and encoded
 */
public record MirrorContext(
    MirrorSettings settings,
    SourceServer source,
    SourceKinds kinds,
    ReplicaTarget target,
    BufferAllocator allocator,
    Throttle throttle,
    Cancellation cancellation,
    CycleListener listener) {

  /** With a throttle, a listener that is called by one thread at a time, and nothing cancelled. */
  public static MirrorContext of(
      MirrorSettings settings,
      SourceServer source,
      SourceKinds kinds,
      ReplicaTarget target,
      BufferAllocator allocator,
      CycleListener listener) {
    PaceSettings pace = settings.pace();
    return new MirrorContext(
        settings,
        source,
        kinds,
        target,
        allocator,
        new Throttle(pace.maxRowsPerSecond(), pace.maxBytesPerSecond(), System::nanoTime),
        new Cancellation(),
        new SerialListener(listener));
  }
}
