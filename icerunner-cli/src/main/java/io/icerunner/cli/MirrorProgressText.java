package io.icerunner.cli;

import io.icerunner.mirror.MirrorProgress;
import io.icerunner.mirror.MirrorStep;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How far the tables of a cycle are, on standard error: one line that is rewritten twice a second
 * on a terminal, else a line each ten seconds. Cycles that are over sooner say nothing.
 */
final class MirrorProgressText {
  private static final Duration ON_TERMINAL = Duration.ofMillis(500);
  private static final Duration ELSEWHERE = Duration.ofSeconds(10);
  private static final double MEGABYTE = 1e6;

  private final PrintWriter err;
  private final int width;
  private final LongSupplier nanoTime;
  private final Map<String, MirrorProgress> tables = new LinkedHashMap<>();
  private @Nullable Long start;
  private long lastShown;
  private int onScreen;

  /**
   * @param width columns of the terminal; 0 if there is none
   * @param nanoTime the clock
   */
  MirrorProgressText(PrintWriter err, int width, LongSupplier nanoTime) {
    this.err = err;
    this.width = width;
    this.nanoTime = nanoTime;
  }

  /** Standard error as the launcher found it. */
  static MirrorProgressText to(PrintWriter err) {
    String columns = System.getenv("ICERUNNER_ERR_COLUMNS");
    boolean terminal = columns != null && columns.trim().matches("\\d{1,5}");
    int width = terminal ? Math.max(20, Integer.parseInt(columns.trim())) : 0;
    return new MirrorProgressText(err, width, System::nanoTime);
  }

  synchronized void show(MirrorProgress step) {
    long now = nanoTime.getAsLong();
    if (start == null) {
      start = now;
      lastShown = now;
    }
    tables.put(step.source(), step);
    Duration interval = width > 0 ? ON_TERMINAL : ELSEWHERE;
    if (now - lastShown >= interval.toNanos()) {
      lastShown = now;
      print(line(now - start));
    }
  }

  /** Says something on a line of its own. */
  synchronized void note(String text) {
    clear();
    err.println(text);
    err.flush();
  }

  /** The cycle is over. */
  synchronized void end() {
    clear();
    tables.clear();
    start = null;
  }

  private void print(String line) {
    if (width == 0) {
      err.println(line);
    } else {
      String cut = line.length() < width ? line : line.substring(0, width - 2) + "…";
      clear();
      err.print(cut);
      onScreen = cut.length();
    }
    err.flush();
  }

  private void clear() {
    if (onScreen > 0) {
      err.print("\r" + " ".repeat(onScreen) + "\r");
      err.flush();
      onScreen = 0;
    }
  }

  private String line(long nanos) {
    Collection<MirrorProgress> all = tables.values();
    long rows = all.stream().mapToLong(MirrorProgress::rows).sum();
    long bytes = all.stream().mapToLong(MirrorProgress::bytes).sum();
    double seconds = Math.max(1e-3, nanos / 1e9);
    StringBuilder line = new StringBuilder(names(all));
    line.append(
        String.format(Locale.ROOT, ": %,d rows, %.1f MB/s", rows, bytes / MEGABYTE / seconds));
    Duration left = left(all, rows, seconds);
    if (left != null) {
      line.append(", ETA ").append(time(left));
    }
    String position = all.size() == 1 ? all.iterator().next().position() : null;
    if (position != null) {
      line.append(", at ").append(PositionText.brief(position));
    }
    return line.toString();
  }

  private static String names(Collection<MirrorProgress> all) {
    long going = all.stream().filter(table -> table.step() != MirrorStep.FINISHED).count();
    return all.size() == 1
        ? all.iterator().next().source()
        : "%d of %d tables going on".formatted(going, all.size());
  }

  /** The time that the rest takes at the speed so far; null if how much it is is not known. */
  private static @Nullable Duration left(
      Collection<MirrorProgress> all, long rows, double seconds) {
    long announced = 0;
    for (MirrorProgress table : all) {
      boolean known = table.announcedRows() >= 0 || table.step() == MirrorStep.FINISHED;
      if (!known) {
        return null;
      }
      announced += table.step() == MirrorStep.FINISHED ? table.rows() : table.announcedRows();
    }
    long rest = announced - rows;
    return rows == 0 || rest < 0 ? null : Duration.ofMillis((long) (rest * 1e3 / (rows / seconds)));
  }

  /** As people say it: {@code 8 s}, {@code 3 min 20 s}, {@code 2 h 5 min}. */
  static String time(Duration time) {
    Duration full = time.plusMillis(500);
    if (full.toMinutes() == 0) {
      return full.toSeconds() + " s";
    }
    return full.toHours() == 0
        ? "%d min %d s".formatted(full.toMinutes(), full.toSecondsPart())
        : "%d h %d min".formatted(full.toHours(), full.toMinutesPart());
  }
}
