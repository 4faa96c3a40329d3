package io.icerunner.benchmarks.lake;

import java.nio.file.Path;
import java.time.YearMonth;

/** One file: a month of a tile. {@code rows} is days × grid points. */
record LakePart(LakeTile tile, YearMonth month, long rows) {
  /** Of the file inside the lake's folder. */
  Path path() {
    return Path.of(
        "daily",
        "tile=" + tile.name(),
        "year=" + month.getYear(),
        "month=" + month.getMonthValue(),
        "part.parquet");
  }
}
