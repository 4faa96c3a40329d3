package io.icerunner.internal.sql;

import static io.icerunner.internal.sql.QueryIT.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The types that parameters are declared with, and values that are nested. */
@Timeout(120)
class ParameterTypesIT {
  private SqlServer server;

  @BeforeEach
  void start(@TempDir Path warehouse) {
    server = new SqlServer(warehouse);
  }

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void parametersAreDeclaredWithTheirTypes() {
    try (PreparedStatement statement =
        server.sql().prepare("SELECT ?::TIMESTAMPTZ, ?::INTEGER[], ?::HUGEINT, ?")) {
      List<Field> fields = statement.getParameterSchema().getFields();

      assertThat(fields)
          .extracting(Field::getType)
          .containsExactly(
              new ArrowType.Timestamp(TimeUnit.MILLISECOND, "UTC"),
              ArrowType.List.INSTANCE,
              new ArrowType.Decimal(38, 0, 128),
              ArrowType.Utf8.INSTANCE);
      assertThat(fields.get(1).getChildren())
          .extracting(Field::getType)
          .containsExactly(Batches.INT32);
    }
  }

  @Test
  void aListComesBackWithItsNulls() {
    try (ListVector list = ListVector.empty("0", server.allocator());
        PreparedStatement statement = server.sql().prepare("SELECT ?::INTEGER[]")) {
      UnionListWriter writer = list.getWriter();
      writer.startList();
      writer.integer().writeInt(1);
      writer.integer().writeNull();
      writer.integer().writeInt(3);
      writer.endList();
      list.setValueCount(1);
      statement.setParameters(VectorSchemaRoot.of(list));

      assertThat(server.read(statement.execute()).rows())
          .isEqualTo(List.of(List.of(Arrays.asList(1, null, 3))));
    }
  }

  @Test
  void aStructIsRefusedByItsType() {
    FieldType type = FieldType.nullable(ArrowType.Struct.INSTANCE);
    try (StructVector struct = new StructVector("0", server.allocator(), type, null);
        PreparedStatement statement = server.sql().prepare("SELECT ?")) {
      IntVector child = struct.addOrGet("a", FieldType.nullable(Batches.INT32), IntVector.class);
      child.setSafe(0, 1);
      struct.setIndexDefined(0);
      struct.setValueCount(1);
      statement.setParameters(VectorSchemaRoot.of(struct));

      assertFails(() -> server.read(statement.execute()), FlightStatusCode.UNIMPLEMENTED, "Struct");
    }
    assertThat(server.query("SELECT 1").single()).isEqualTo(1);
  }
}
