package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.RecordBatchStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SqlInfoCommandTest {
  private final BufferAllocator allocator = new RootAllocator();
  private final Map<Integer, Object> values = SqlInfoValues.of("1.2.3", "19.0.0");

  @AfterEach
  void close() {
    allocator.close();
  }

  @Test
  void everyIdOfFlightSqlHasAValue() {
    List<Integer> all =
        Arrays.stream(SqlInfo.values())
            .filter(info -> info != SqlInfo.UNRECOGNIZED)
            .map(SqlInfo::getNumber)
            .toList();

    assertThat(values.keySet()).containsExactlyInAnyOrderElementsOf(all);
  }

  @Test
  void sendsEveryValueInItsArmOfTheUnion() {
    Map<Integer, String> sent = read(new SqlInfoCommand(values, List.of()));

    assertThat(sent).hasSameSizeAs(values);
    values.forEach(
        (id, value) -> {
          String shown =
              value instanceof List<?> texts
                  ? "[\""
                      + String.join("\",\"", texts.stream().map(String::valueOf).toList())
                      + "\"]"
                  : value instanceof Map ? "[]" : value.toString();
          assertThat(sent).containsEntry(id, shown);
        });
  }

  @Test
  void sendsMapsWithTheirLists() {
    Map<Integer, Object> info = Map.of(1, Map.of(7, List.of(1, 2)), 2, Map.of(), 3, "x");

    Map<Integer, String> sent = read(new SqlInfoCommand(info, List.of(2, 1, 3)));

    assertThat(sent.get(1)).contains("7").contains("[1,2]");
    assertThat(sent).containsEntry(2, "[]").containsEntry(3, "x");
  }

  @Test
  void keepsTheOrderAskedForAndLeavesUnknownIdsOut() {
    SqlInfoCommand command = new SqlInfoCommand(values, List.of(4, 99_999, 0, 3));

    try (RecordBatchStream stream = command.open(allocator)) {
      assertThat(stream.loadNextBatch()).isTrue();
      FieldVector names = stream.root().getVector(0);
      assertThat(List.of(names.getObject(0), names.getObject(1), names.getObject(2)))
          .containsExactly(4, 0, 3);
      assertThat(stream.root().getRowCount()).isEqualTo(3);
      assertThat(stream.loadNextBatch()).isFalse();
    }
  }

  private Map<Integer, String> read(SqlInfoCommand command) {
    Map<Integer, String> sent = new HashMap<>();
    try (RecordBatchStream stream = command.open(allocator)) {
      assertThat(stream.schema()).isEqualTo(Schemas.GET_SQL_INFO_SCHEMA);
      while (stream.loadNextBatch()) {
        VectorSchemaRoot root = stream.root();
        DenseUnionVector union = (DenseUnionVector) root.getVector(1);
        for (int row = 0; row < root.getRowCount(); row++) {
          Integer id = (Integer) Objects.requireNonNull(root.getVector(0).getObject(row));
          sent.put(id, String.valueOf(union.getObject(row)));
        }
      }
    }
    return sent;
  }
}
