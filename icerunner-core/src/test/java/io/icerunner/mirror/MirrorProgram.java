package io.icerunner.mirror;

import io.icerunner.fixture.Halt;
import io.icerunner.fixture.KillPoint;
import java.time.Duration;

/**
 * Mirrors a table until it is killed: {@code FOLLOWING SOURCE TABLE TARGET POINT HOW}. The last is
 * {@code runs} for one run after the other, or {@code handle} for a mirror that is started once.
 */
final class MirrorProgram {
  /** So slow that small tables have a middle: it is told a few times per second. */
  private static final long SLOW = 100;

  private MirrorProgram() {}

  public static void main(String[] arguments) throws Exception {
    KillPoint point = KillPoint.parse(arguments[4]);
    MirrorBuilder builder =
        Following.valueOf(arguments[0])
            .mirror(arguments[1], arguments[2], arguments[3])
            .listener(halting(Halt.at(point)));
    if (point.step().equals(MirrorStep.READING.name())) {
      builder.maxRowsPerSecond(SLOW);
    }
    Mirror mirror = builder.build();
    if (arguments[5].equals("handle")) {
      try (MirrorHandle handle = mirror.start(Duration.ofMillis(10))) {
        handle.awaitStop();
        System.out.println(handle.reason());
        return;
      }
    }
    MirrorResult result;
    do {
      result = mirror.runOnce();
    } while (result.isComplete());
    System.out.println(result);
  }

  private static MirrorListener halting(Halt halt) {
    return new MirrorListener() {
      @Override
      public void progress(MirrorProgress progress) {
        halt.reached(progress.step().name());
      }
    };
  }
}
