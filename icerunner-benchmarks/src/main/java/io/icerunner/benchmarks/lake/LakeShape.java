package io.icerunner.benchmarks.lake;

import java.time.YearMonth;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What a lake holds: for each tile one part per month, with a row per day and grid point.
 *
 * @param side grid points along one side of a tile
 */
record LakeShape(int tiles, YearMonth firstMonth, int months, int side) {
  /** 37,260 parts of at most 4,464 rows: 163,306,368 rows. */
  static final LakeShape DESCRIBED = new LakeShape(36, YearMonth.of(1940, 1), 1035, 12);

  List<LakePart> parts() {
    List<LakePart> parts = new ArrayList<>();
    IntStream.range(0, tiles).forEach(tile -> parts.addAll(partsOf(tile)));
    return parts;
  }

  List<LakePart> partsOf(int tileNumber) {
    LakeTile tile = new LakeTile(tileNumber);
    return IntStream.range(0, months)
        .mapToObj(firstMonth::plusMonths)
        .map(month -> new LakePart(tile, month, (long) month.lengthOfMonth() * side * side))
        .toList();
  }
}
