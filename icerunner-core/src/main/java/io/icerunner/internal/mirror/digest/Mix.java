package io.icerunner.internal.mirror.digest;

import java.nio.charset.StandardCharsets;

/**
 * Two bijections of 64-bit numbers in which every bit of the result depends on every bit of the
 * argument: each digest has two lanes, one by each, which together make 128 bits. They are part of
 * what is stored with tables and must stay as they are.
 */
final class Mix {
  /** Where sequences start. No value is mapped to zero by both lanes. */
  static final long FIRST_SEED = 0x9e3779b97f4a7c15L;

  static final long SECOND_SEED = 0xd1b54a32d192ed03L;

  private Mix() {}

  static long first(long x) {
    long z = x + FIRST_SEED;
    z = (z ^ (z >>> 30)) * 0xbf58476d1ce4e5b9L;
    z = (z ^ (z >>> 27)) * 0x94d049bb133111ebL;
    return z ^ (z >>> 31);
  }

  static long second(long x) {
    long z = x + SECOND_SEED;
    z = (z ^ (z >>> 27)) * 0x3c79ac492ba7b653L;
    z = (z ^ (z >>> 33)) * 0x1c69b3f74ac4ae35L;
    return z ^ (z >>> 27);
  }

  static long first(String text) {
    long state = FIRST_SEED;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      state = first(state ^ b);
    }
    return state;
  }

  static long second(String text) {
    long state = SECOND_SEED;
    for (byte b : text.getBytes(StandardCharsets.UTF_8)) {
      state = second(state ^ b);
    }
    return state;
  }
}
