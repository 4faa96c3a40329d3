package io.icerunner.internal.mirror.source;

import org.jspecify.annotations.Nullable;

/** The rows of a portion, and what to record once they are committed. */
public interface PortionRead extends BatchStream {

  /** The source's schema with its field ids; null if it tells none. */
  org.apache.iceberg.@Nullable Schema icebergSchema();

  /** The uuid of the source's table; null if it tells none. */
  @Nullable String sourceUuid();

  /**
   * The position once all batches up to the current one are committed, as JSON; null if they cannot
   * be committed without those that follow. After the end of the stream there is always one.
   */
  @Nullable String position();

  /**
   * After the end: whether the target is known to hold just these rows already, so that nothing
   * need be committed.
   */
  default boolean isUnchanged() {
    return false;
  }
}
