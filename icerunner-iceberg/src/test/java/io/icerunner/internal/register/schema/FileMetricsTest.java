package io.icerunner.internal.register.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.parquet.ParquetFooter;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.apache.iceberg.Metrics;
import org.apache.iceberg.Schema;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.types.Conversions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileMetricsTest {
  @TempDir Path folder;

  @Test
  void boundsAreInTheTypesAndUnitsOfTheTable() {
    Path file =
        DuckDbFile.write(
            folder.resolve("f.parquet"),
            """
            SELECT v::INTEGER AS i, v::UTINYINT AS u, v::FLOAT AS f, v::DECIMAL(9, 2) AS d9,
              v::DECIMAL(18, 2) AS d18, v::DECIMAL(38, 2) AS d38, 'text' || v AS s,
              epoch_ms(v)::TIMESTAMP_MS AS ms, v > 2 AS b, NULL::DOUBLE AS n,
              DATE '1969-12-31' + v::INTEGER AS day
            FROM range(1, 4) t(v)
            """,
            "");
    Schema table =
        SchemaPlan.plan(null, 2, SchemaPolicy.UNION, null, List.of(DuckDbFile.schema(file)))
            .newTable();

    assertThat(bounds(file, table))
        .containsEntry("i", "1..3")
        .containsEntry("u", "1..3")
        .containsEntry("f", "1.0..3.0")
        .containsEntry("d9", "1.00..3.00")
        .containsEntry("d18", "1.00..3.00")
        .containsEntry("d38", "1.00..3.00")
        .containsEntry("s", "text1..text3")
        .containsEntry("ms", "1000..3000")
        .containsEntry("b", "false..true")
        .containsEntry("day", "0..2")
        .doesNotContainKey("n");
  }

  private static Map<String, String> bounds(Path file, Schema table) {
    ParquetFooter footer = DuckDbFile.footer(file);
    Metrics metrics = FileMetrics.of(file.toString(), footer, table, MappingUtil.create(table));
    Map<String, String> text = new TreeMap<>();
    metrics
        .lowerBounds()
        .forEach(
            (id, lower) ->
                text.put(
                    table.findColumnName(id),
                    value(table, id, lower)
                        + ".."
                        + value(table, id, Objects.requireNonNull(metrics.upperBounds().get(id)))));
    return text;
  }

  private static Object value(Schema table, int id, ByteBuffer bytes) {
    return Conversions.fromByteBuffer(table.findType(id), bytes);
  }
}
