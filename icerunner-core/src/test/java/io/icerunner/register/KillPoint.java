package io.icerunner.register;

import java.util.Random;

/**
 * Where a run is killed: when a step is reached for the n-th time. Beside the steps that a run
 * tells, there are the two sides of the statement that makes a commit.
 */
record KillPoint(String step, int occurrence) {
  static final int EXIT_CODE = 86;
  static final String BEFORE_STATEMENT = "BEFORE_STATEMENT";
  static final String AFTER_STATEMENT = "AFTER_STATEMENT";

  /** Step and how often a run in four batches reaches it at least. */
  private enum Reached {
    UNITS_READ(1),
    WORK_KNOWN(1),
    TABLE_CREATED(1),
    BATCH_LISTED(4),
    FOOTERS_READ(4),
    FILES_CHECKED(4),
    COMMITTING(4),
    COMMITTED(4),
    BEFORE_STATEMENT(5),
    AFTER_STATEMENT(5),
    EXPIRED(1),
    FINISHED(1);

    private final int times;

    Reached(int times) {
      this.times = times;
    }
  }

  /** Seeds from 0 on: the first go through the steps, all choose the occurrence. */
  static KillPoint of(long seed) {
    Reached[] steps = Reached.values();
    Reached step = steps[(int) (seed % steps.length)];
    return new KillPoint(step.name(), 1 + new Random(seed).nextInt(step.times));
  }

  static KillPoint parse(String text) {
    int at = text.indexOf('@');
    return new KillPoint(text.substring(0, at), Integer.parseInt(text.substring(at + 1)));
  }

  @Override
  public String toString() {
    return step + "@" + occurrence;
  }
}
