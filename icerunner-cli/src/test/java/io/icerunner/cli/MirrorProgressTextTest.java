package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.mirror.MirrorProgress;
import io.icerunner.mirror.MirrorStep;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MirrorProgressTextTest {
  private final StringWriter err = new StringWriter();
  private long nanos;

  private MirrorProgressText progress(int width) {
    return new MirrorProgressText(new PrintWriter(err), width, () -> nanos);
  }

  private static MirrorProgress step(MirrorStep step, String table, long rows, long announced) {
    return new MirrorProgress(
        step, table, table, rows, rows * 10, announced, 1, Duration.ZERO, "{\"snapshot-id\":7}");
  }

  private void passSeconds(long seconds) {
    nanos += TimeUnit.SECONDS.toNanos(seconds);
  }

  @Test
  void aLineTellsRowsSpeedPositionAndTheTimeThatIsLeft() {
    MirrorProgressText progress = progress(0);
    progress.show(step(MirrorStep.SOURCE_KNOWN, "sales.orders", 0, 3_000_000));
    passSeconds(9);
    progress.show(step(MirrorStep.READING, "sales.orders", 900_000, 3_000_000));
    assertThat(err.toString()).isEmpty();
    passSeconds(1);
    progress.show(step(MirrorStep.READING, "sales.orders", 1_000_000, 3_000_000));
    assertThat(err.toString())
        .isEqualToNormalizingNewlines(
            "sales.orders: 1,000,000 rows, 1.0 MB/s, ETA 20 s, at snapshot 7\n");
  }

  @Test
  void tablesAtATimeAreToldTogether() {
    MirrorProgressText progress = progress(0);
    progress.show(step(MirrorStep.FINISHED, "a", 50, 50));
    progress.show(step(MirrorStep.READING, "b", 0, -1));
    passSeconds(10);
    progress.show(step(MirrorStep.READING, "b", 50, -1));
    assertThat(err.toString())
        .isEqualToNormalizingNewlines("1 of 2 tables going on: 100 rows, 0.0 MB/s\n");
  }

  @Test
  void onATerminalTheLineIsRewrittenAndCutAndCleared() {
    MirrorProgressText progress = progress(30);
    progress.show(step(MirrorStep.READING, "sales.orders", 0, -1));
    passSeconds(1);
    progress.show(step(MirrorStep.READING, "sales.orders", 1_000_000, -1));
    String cut = "sales.orders: 1,000,000 rows…";
    assertThat(err.toString()).isEqualTo(cut);

    progress.end();
    assertThat(err.toString()).isEqualTo(cut + "\r" + " ".repeat(29) + "\r");
  }

  @ParameterizedTest
  @CsvSource({"PT0.2S, 0 s", "PT59S, 59 s", "PT200S, 3 min 20 s", "PT2H5M, 2 h 5 min"})
  void timesAreAsPeopleSayThem(Duration time, String text) {
    assertThat(MirrorProgressText.time(time)).isEqualTo(text);
  }
}
