package io.icerunner.internal.catalog;

import org.apache.iceberg.exceptions.CleanableFailure;

/** The commit surely did not take place, and trying again would not help. */
final class CommitRejectedException extends RuntimeException implements CleanableFailure {
  private static final long serialVersionUID = 1L;

  CommitRejectedException(RuntimeException cause) {
    super(cause.getMessage(), cause);
  }
}
