package io.icerunner.benchmarks.mirror;

import java.util.ArrayList;
import java.util.List;

/** Medians, and how they are told. */
final class Figures {
  private Figures() {}

  static double median(List<Double> values) {
    List<Double> sorted = values.stream().sorted().toList();
    int middle = sorted.size() / 2;
    return sorted.size() % 2 == 1
        ? sorted.get(middle)
        : (sorted.get(middle - 1) + sorted.get(middle)) / 2;
  }

  /** Of what was measured in the same round. */
  static double medianOfRatios(List<Double> dividends, List<Double> divisors) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < dividends.size(); i++) {
      ratios.add(dividends.get(i) / divisors.get(i));
    }
    return median(ratios);
  }

  static void tell(String title, double figure, String unit, int digits) {
    System.out.printf("%-70s %12s %s%n", title, ("%,." + digits + "f").formatted(figure), unit);
  }
}
