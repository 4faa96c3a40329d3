package io.icerunner.internal.mirror.source;

import org.jspecify.annotations.Nullable;

/**
 * The batches of several endpoints. One thread takes them and closes; any thread may {@link
 * #cancel()}.
 */
interface EndpointReads extends AutoCloseable {

  /**
   * The endpoint that has the next batch as its current one, until this is called again; null once
   * all have ended.
   */
  @Nullable EndpointRead next();

  /** Ends the reading; returns at once and wakes who waits. */
  void cancel();

  @Override
  void close();
}
