package io.icerunner.internal.scan;

import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.expressions.Evaluator;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.InclusiveMetricsEvaluator;
import org.apache.iceberg.expressions.Projections;

/** Decides by partition and statistics whether a file may hold rows that match a filter. */
final class FileFilter {
  private final Map<Integer, PartitionSpec> specs;
  private final Expression filter;
  private final InclusiveMetricsEvaluator statistics;
  private final Map<Integer, Evaluator> partitions = new HashMap<>();

  /**
   * @param specs all that the files have, by id
   */
  FileFilter(Schema schema, Map<Integer, PartitionSpec> specs, Expression filter) {
    this.specs = specs;
    this.filter = filter;
    this.statistics = new InclusiveMetricsEvaluator(schema, filter, true);
  }

  boolean mayMatch(DataFile file) {
    return partitions.computeIfAbsent(file.specId(), this::partitionFilter).eval(file.partition())
        && statistics.eval(file);
  }

  private Evaluator partitionFilter(int specId) {
    PartitionSpec spec = Objects.requireNonNull(specs.get(specId), "no such spec");
    return new Evaluator(
        spec.partitionType(), Projections.inclusive(spec, true).project(filter), true);
  }
}
