package io.icerunner.internal.duckdb;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.icerunner.internal.duckdb.sql.TableSql;
import io.icerunner.spi.ScanPlan;
import java.util.List;
import org.apache.iceberg.types.Types.NestedField;

/**
 * Reads a table by its planned files: a {@code read_parquet} for each group of files that are
 * alike, put together by {@code UNION ALL}, whose row counts DuckDB knows when it orders joins.
 * Used by many threads at once.
 */
final class ScanSql implements TableSql {
  private static final long KEPT_CHARACTERS = 16_000_000;

  /** Texts of long plans, which are given more than once only if they are of whole tables. */
  private final Cache<ScanPlan, Scan> longTexts =
      Caffeine.newBuilder()
          .weakKeys()
          .maximumWeight(KEPT_CHARACTERS)
          .<ScanPlan, Scan>weigher((plan, scan) -> characters(scan))
          .build();

  @Override
  public Scan scan(Occurrence occurrence) {
    ScanPlan plan = occurrence.table().plan(occurrence.filter());
    Scan known = longTexts.getIfPresent(plan);
    if (known != null) {
      return known;
    }
    Scan scan = scan(plan, plan.schema().columns());
    if (!scan.setup().isEmpty()) {
      longTexts.put(plan, scan);
    }
    return scan;
  }

  /**
   * The text of a scan.
   *
   * @param columns columns of the plan's schema, in the order of the result
   */
  static Scan scan(ScanPlan plan, List<NestedField> columns) {
    if (plan.groups().isEmpty()) {
      return EmptySql.scan(columns);
    }
    ScanText text = new ScanText(plan, columns);
    plan.groups().forEach(text::add);
    return text.scan();
  }

  private static int characters(Scan scan) {
    return scan.select().length() + scan.setup().stream().mapToInt(String::length).sum();
  }
}
