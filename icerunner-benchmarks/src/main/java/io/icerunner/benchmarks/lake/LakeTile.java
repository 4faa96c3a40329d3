package io.icerunner.benchmarks.lake;

/**
 * A square of the grid. Tiles are numbered row by row in rows of {@value #TILES_IN_A_ROW}, so a
 * tile keeps its name and rows however many follow it.
 */
record LakeTile(int number) {
  private static final int TILES_IN_A_ROW = 6;

  int row() {
    return number / TILES_IN_A_ROW;
  }

  int column() {
    return number % TILES_IN_A_ROW;
  }

  String name() {
    return row() + "_" + column();
  }
}
