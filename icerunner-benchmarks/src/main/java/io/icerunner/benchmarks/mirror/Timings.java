package io.icerunner.benchmarks.mirror;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleBinaryOperator;

/** How long each of some ways took, round by round: on the clock, and on the processors. */
final class Timings {
  private final Map<String, List<Taken>> ways = new LinkedHashMap<>();

  /**
   * One round of one way.
   *
   * @param seconds on the clock
   * @param cpuSeconds of all processes
   */
  record Taken(double seconds, double cpuSeconds) {}

  void add(String way, Taken taken) {
    ways.computeIfAbsent(way, name -> new ArrayList<>()).add(taken);
  }

  List<Double> seconds(String way) {
    return ways.getOrDefault(way, List.of()).stream().map(Taken::seconds).toList();
  }

  private List<Double> cpuSeconds(String way) {
    return ways.getOrDefault(way, List.of()).stream().map(Taken::cpuSeconds).toList();
  }

  /** Compares on the clock with the slower of two others, and on the processors with their sum. */
  void compare(String way, String one, String other) {
    List<Double> slower = combined(seconds(one), seconds(other), Math::max);
    Figures.tell(
        "%s / the slower of %s and %s".formatted(way, one, other),
        Figures.medianOfRatios(slower, seconds(way)),
        "x",
        2);
    List<Double> sum = combined(cpuSeconds(one), cpuSeconds(other), Double::sum);
    Figures.tell(
        "%s: processor time / that of %s and %s together".formatted(way, one, other),
        Figures.medianOfRatios(cpuSeconds(way), sum),
        "x",
        2);
  }

  private static List<Double> combined(
      List<Double> one, List<Double> other, DoubleBinaryOperator operator) {
    List<Double> combined = new ArrayList<>();
    for (int round = 0; round < one.size(); round++) {
      combined.add(operator.applyAsDouble(one.get(round), other.get(round)));
    }
    return combined;
  }
}
