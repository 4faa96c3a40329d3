package io.icerunner.testkit;

import io.icerunner.spi.ResolvedTable;
import io.icerunner.spi.ScanPlan;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;

/** A table whose plan is given. */
record SampleTable(String name, Schema schema, long snapshot, List<ScanPlan.Group> groups)
    implements ResolvedTable {

  /** A table whose files all have its schema. */
  static SampleTable of(String name, Schema schema, ScanPlan.File... files) {
    List<ScanPlan.Group> groups =
        files.length == 0
            ? List.of()
            : List.of(new ScanPlan.Group(schema, true, Map.of(), List.of(files)));
    return new SampleTable(name, schema, 1, groups);
  }

  @Override
  public TableIdentifier identifier() {
    return TableIdentifier.of(Namespace.of("default"), name);
  }

  @Override
  public int formatVersion() {
    return 3;
  }

  @Override
  public OptionalLong snapshotId() {
    return OptionalLong.of(snapshot);
  }

  @Override
  public OptionalLong recordCount() {
    return OptionalLong.of(new ScanPlan(schema, groups).recordCount());
  }

  @Override
  public OptionalLong totalBytes() {
    return OptionalLong.of(
        groups.stream()
            .flatMap(group -> group.files().stream())
            .mapToLong(ScanPlan.File::sizeInBytes)
            .sum());
  }

  @Override
  public ScanPlan plan(Expression filter) {
    return new ScanPlan(schema, groups);
  }
}
