package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.spi.RecordBatchStream;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.util.ValueVectorUtility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class TypeInfoCommandTest {
  private final BufferAllocator allocator = new RootAllocator();

  @AfterEach
  void close() {
    allocator.close();
  }

  @Test
  void listsTheTypesInTheOrderOfTheirCodes() {
    List<Integer> codes = codes(TypeInfoCommand.all());

    assertThat(codes).isSorted().hasSize(13);
  }

  @Test
  void listsTheTypesOfOneCode() {
    assertThat(codes(TypeInfoCommand.of(93))).containsExactly(93, 93);
    assertThat(codes(TypeInfoCommand.of(12345))).isEmpty();
  }

  private List<Integer> codes(TypeInfoCommand command) {
    List<Integer> codes = new ArrayList<>();
    try (RecordBatchStream stream = command.open(allocator)) {
      assertThat(stream.schema()).isEqualTo(Schemas.GET_TYPE_INFO_SCHEMA);
      while (stream.loadNextBatch()) {
        VectorSchemaRoot root = stream.root();
        ValueVectorUtility.validateFull(root);
        for (int row = 0; row < root.getRowCount(); row++) {
          codes.add(((IntVector) root.getVector("data_type")).get(row));
        }
      }
    }
    return codes;
  }
}
