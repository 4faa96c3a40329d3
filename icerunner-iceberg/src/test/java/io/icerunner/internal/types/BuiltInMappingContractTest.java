package io.icerunner.internal.types;

import io.icerunner.spi.TypeMapper;
import io.icerunner.testkit.TypeMapperContract;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.DateMilliVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.SmallIntVector;
import org.apache.arrow.vector.UInt8Vector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.DateUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;

/** The built-in mapping keeps the contract that it asks of a host's mapper. */
class BuiltInMappingContractTest implements TypeMapperContract {

  /** One column at a time through the built-in mapping. */
  private static final class BuiltIn implements TypeMapper {
    private final TypeMappers mappers = TypeMappers.of(List.of());

    @Override
    public @Nullable IcebergMapping toIceberg(Field field, int formatVersion) {
      if (TypeTable.row(ArrowKind.of(field)).refusal() != null) {
        return null;
      }
      Schema schema = new Schema(List.of(field));
      org.apache.iceberg.Schema table = mappers.toIceberg(schema, formatVersion);
      AppendConversion conversion =
          AppendConversion.plan(schema, table, formatVersion, mappers, "t");
      return new IcebergMapping(
          table.columns().get(0).type(),
          (source, allocator) -> {
            VectorSchemaRoot batch =
                new VectorSchemaRoot(List.of(field), List.of(source), source.getValueCount());
            return conversion.convert(batch, null, allocator).getVector(0);
          });
    }

    @Override
    public ArrowMapping toArrow(Types.NestedField column, int formatVersion) {
      org.apache.iceberg.Schema table = new org.apache.iceberg.Schema(column);
      ShownConversion shown = mappers.shown(table, formatVersion);
      return new ArrowMapping(
          shown.schema().getFields().get(0),
          (source, allocator) ->
              shown
                  .convert(
                      new VectorSchemaRoot(
                          TypeMappers.canonical(table).getFields(),
                          List.of(source),
                          source.getValueCount()),
                      allocator)
                  .getVector(0));
    }
  }

  @Override
  public TypeMapper mapper() {
    return new BuiltIn();
  }

  @Override
  public List<StoredSample> stored() {
    return List.of(
        new StoredSample(
            Field.nullable("small", new ArrowType.Int(16, true)),
            BuiltInMappingContractTest::smallInts,
            Types.IntegerType.get(),
            new ArrowType.Int(32, true),
            Arrays.asList(-5, null)),
        new StoredSample(
            Field.nullable("unsigned", new ArrowType.Int(64, false)),
            BuiltInMappingContractTest::unsigned,
            Types.DecimalType.of(20, 0),
            new ArrowType.Decimal(20, 0, 128),
            Arrays.asList(new BigDecimal("18446744073709551615"), null)),
        new StoredSample(
            Field.nullable("date", new ArrowType.Date(DateUnit.MILLISECOND)),
            BuiltInMappingContractTest::dates,
            Types.DateType.get(),
            new ArrowType.Date(DateUnit.DAY),
            Arrays.asList(2, null)));
  }

  @Override
  public List<ShownSample> shown() {
    return List.of(
        new ShownSample(
            Types.NestedField.optional(1, "i", Types.IntegerType.get()),
            new ArrowType.Int(32, true),
            vector -> {
              ((IntVector) vector).setSafe(0, 7);
              vector.setValueCount(2);
            },
            Field.nullable("i", new ArrowType.Int(32, true)),
            Arrays.asList(7, null)));
  }

  @Override
  public List<Field> leftToOthers() {
    return List.of(
        Field.nullable("d", new ArrowType.Duration(org.apache.arrow.vector.types.TimeUnit.SECOND)));
  }

  private static void smallInts(FieldVector vector) {
    ((SmallIntVector) vector).setSafe(0, -5);
    vector.setValueCount(2);
  }

  private static void unsigned(FieldVector vector) {
    ((UInt8Vector) vector).setSafe(0, -1L);
    vector.setValueCount(2);
  }

  private static void dates(FieldVector vector) {
    ((DateMilliVector) vector).setSafe(0, 172_800_000L);
    vector.setValueCount(2);
  }
}
