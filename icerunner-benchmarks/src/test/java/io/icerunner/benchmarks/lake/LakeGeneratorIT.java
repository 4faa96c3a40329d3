package io.icerunner.benchmarks.lake;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LakeGeneratorIT {
  @TempDir private Path lake;

  @Test
  void describedLakeHas163MillionRowsIn37260Parts() {
    List<LakePart> parts = LakeShape.DESCRIBED.parts();

    assertThat(parts).hasSize(37_260);
    assertThat(parts.stream().mapToLong(LakePart::rows).sum()).isEqualTo(163_306_368);
    assertThat(parts.stream().mapToLong(LakePart::rows).max()).hasValue(4_464);
  }

  @Test
  void manifestTellsTheRowsOfEachPart() throws Exception {
    LakeGenerator.main(
        new String[] {lake.toString(), "tiles=8", "months=15", "first=1951-12", "side=3"});

    assertThat(
            rows(
                """
                SELECT count(*), sum(rows), count(counted), bool_and(rows = counted), bool_and(own_month)
                FROM (SELECT tile, year, month, count(*) AS counted,
                             bool_and(year(date) = year AND month(date) = month) AS own_month
                      FROM read_parquet('%1$s/daily/tile=*/year=*/month=*/part.parquet',
                                        hive_partitioning = true, hive_types_autocast = true)
                      GROUP BY ALL)
                FULL JOIN '%1$s/manifest.parquet' USING (tile, year, month)
                """))
        .containsExactly("[120, 32832, 120, true, true]");
  }

  @Test
  void sunIsNullAndTilesDiffer() throws Exception {
    LakeGenerator.main(new String[] {lake.toString(), "tiles=2", "months=1"});

    assertThat(
            rows(
                """
                SELECT count(*), count(sun), count(DISTINCT (date, lat_idx, lon_idx)),
                       count(feels) BETWEEN 8600 AND 8900, typeof(any_value(date)), typeof(any_value(lon_idx))
                FROM read_parquet('%1$s/daily/*/*/*/part.parquet')
                """))
        .containsExactly("[8928, 0, 8928, true, DATE, INTEGER]");
    assertThat(
            rows(
                """
                SELECT sum(a.tmax = b.tmax) < 1000
                FROM '%1$s/daily/tile=0_0/*/*/part.parquet' a
                JOIN '%1$s/daily/tile=0_1/*/*/part.parquet' b
                  ON a.date = b.date AND a.lat_idx = b.lat_idx AND a.lon_idx + 12 = b.lon_idx
                """))
        .containsExactly("[true]");
  }

  @Test
  void producerLeavesTheSameLake(@TempDir Path other) throws Exception {
    String[] shape = {"", "tiles=3", "months=2", "side=2", "every=1"};
    shape[0] = lake.toString();
    LakeGenerator.main(shape);
    LakeGenerator.main(new String[] {other.toString(), "tiles=3", "months=2", "side=2"});

    for (String files : List.of("daily/*/*/*/part.parquet", "manifest.parquet")) {
      assertThat(rows("FROM '%1$s/" + files + "' EXCEPT ALL FROM '" + other + "/" + files + "'"))
          .isEmpty();
    }
    assertThat(rows("SELECT count(*) FROM '%1$s/manifest.parquet'")).containsExactly("[6]");
  }

  private List<String> rows(String sql) throws Exception {
    try (var duckDb = DriverManager.getConnection("jdbc:duckdb:");
        var statement = duckDb.createStatement();
        ResultSet result = statement.executeQuery(sql.formatted(lake))) {
      List<String> rows = new ArrayList<>();
      while (result.next()) {
        List<String> row = new ArrayList<>();
        for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
          row.add(String.valueOf(result.getObject(i)));
        }
        rows.add(row.toString());
      }
      return rows;
    }
  }
}
