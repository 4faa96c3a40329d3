package io.icerunner.cli;

import java.util.stream.LongStream;

/** Seeds of weather: one in every build, twenty in the long series. */
final class Seeds {
  private Seeds() {}

  static LongStream seeds() {
    return LongStream.rangeClosed(1, Boolean.getBoolean("icerunner.test.long") ? 20 : 1);
  }
}
