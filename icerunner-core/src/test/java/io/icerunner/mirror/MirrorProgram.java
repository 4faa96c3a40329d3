package io.icerunner.mirror;

import io.icerunner.fixture.Halt;
import io.icerunner.fixture.KillPoint;
import java.time.Duration;

/**
 * Mirrors a table until it is killed: {@code FOLLOWING SOURCE TABLE TARGET POINT HOW}. The last is
 * {@code runs} for one run after the other, or {@code handle} for a mirror that is started once.
 */
final class MirrorProgram {
  private MirrorProgram() {}

  public static void main(String[] arguments) throws Exception {
    Halt halt = Halt.at(KillPoint.parse(arguments[4]));
    Mirror mirror =
        Following.valueOf(arguments[0])
            .mirror(arguments[1], arguments[2], arguments[3])
            .listener(halting(halt))
            .build();
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
