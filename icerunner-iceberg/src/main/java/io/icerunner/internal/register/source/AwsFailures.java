package io.icerunner.internal.register.source;

import org.jspecify.annotations.Nullable;

/** What failures of Amazon's client mean. */
final class AwsFailures {
  private AwsFailures() {}

  static @Nullable StoreFailure known(Throwable failure) {
    return null;
  }
}
