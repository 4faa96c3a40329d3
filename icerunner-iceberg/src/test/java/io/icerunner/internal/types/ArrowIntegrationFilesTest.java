package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowStreamReader;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arrow's own integration files: every value as the JSON beside it says, or the column refused. */
class ArrowIntegrationFilesTest {
  private static final String FOLDER = "arrow-testing/data/arrow-ipc-stream/integration";

  /** Files with columns that cannot be stored, and what their messages say. */
  private static final Map<String, String> REFUSED =
      Map.of(
          "generated_duration", "duration",
          "generated_interval", " is ",
          "generated_interval_mdn", "interval",
          "generated_union", "union",
          "generated_decimal256", "Iceberg has no such type",
          "generated_duplicate_fieldnames", "occur more than once");

  /** Files whose schema Arrow for Java does not read: it refuses them itself. */
  private static final List<String> UNREADABLE =
      List.of("0.17.1/generated_union", "generated_decimal32", "generated_decimal64");

  private final BufferAllocator allocator = new RootAllocator();
  private final TypeMappers mappers = TypeMappers.of(List.of());

  @AfterEach
  void closeAllocator() {
    allocator.close();
  }

  static Stream<Path> streams() throws IOException {
    try (Stream<Path> files = Files.walk(SharedCases.folder(FOLDER))) {
      return files
          .filter(file -> file.toString().endsWith(".stream"))
          .filter(file -> UNREADABLE.stream().noneMatch(file.toString()::contains))
          .sorted()
          .collect(Collectors.toList())
          .stream();
    }
  }

  @ParameterizedTest
  @MethodSource("streams")
  void everyColumnHasTheRightValuesOrIsRefusedByName(Path file) throws IOException {
    String name = file.getFileName().toString().replace(".stream", "");
    IntegrationJson right = IntegrationJson.read(file.resolveSibling(name + ".json.gz"));
    try (ArrowStreamReader reader = new ArrowStreamReader(Files.newInputStream(file), allocator)) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      Schema values = TypeMappers.decoded(root.getSchema(), reader);
      Map<Integer, AppendConversion> conversions = plan(values, name);
      if (name.equals("generated_duplicate_fieldnames")) {
        return; // Arrow's reader loads no batch of it.
      }
      int batch = 0;
      for (; reader.loadNextBatch(); batch++) {
        for (Map.Entry<Integer, AppendConversion> column : conversions.entrySet()) {
          assertColumn(reader, root, column.getValue(), column.getKey(), right, batch);
        }
      }
      assertThat(batch).isEqualTo(right.batches());
    }
  }

  /** One conversion for each column that can be stored; the others must be those expected. */
  private Map<Integer, AppendConversion> plan(Schema values, String name) {
    Map<Integer, AppendConversion> conversions = new TreeMap<>();
    List<String> refusals = new ArrayList<>();
    for (int i = 0; i < values.getFields().size(); i++) {
      Schema column = new Schema(List.of(values.getFields().get(i)));
      try {
        conversions.put(
            i, AppendConversion.plan(column, mappers.toIceberg(column, 3), 3, mappers, "t"));
      } catch (IceRunnerException e) {
        assertThat(e.code()).isIn(ErrorCode.UNSUPPORTED, ErrorCode.INVALID_ARGUMENT);
        assertThat(e.getMessage()).contains("'" + column.getFields().get(0).getName());
        refusals.add(e.getMessage());
      }
    }
    assertRefusals(values, name, refusals);
    return conversions;
  }

  private void assertRefusals(Schema values, String name, List<String> refusals) {
    String reason = REFUSED.get(name);
    if (reason == null) {
      assertThat(refusals).isEmpty();
      mappers.toIceberg(values, 3);
      return;
    }
    assertThat(refusals).isNotEmpty().allMatch(message -> message.contains(reason));
  }

  private void assertColumn(
      ArrowStreamReader reader,
      VectorSchemaRoot root,
      AppendConversion conversion,
      int index,
      IntegrationJson right,
      int batch) {
    Field field = root.getSchema().getFields().get(index);
    VectorSchemaRoot column =
        new VectorSchemaRoot(List.of(field), List.of(root.getVector(index)), root.getRowCount());
    try (VectorSchemaRoot result = conversion.convert(column, reader, allocator)) {
      assertThat(new Meaning(null).of(result.getVector(0)))
          .as("column %s of batch %s", field, batch)
          .isEqualTo(right.column(batch, index));
    } catch (IceRunnerException e) {
      assertThat(e.getMessage()).contains("column '" + field.getName() + "'");
      assertThat(right.column(batch, index)).anyMatch(value -> isRefused(value, e.getMessage()));
    }
  }

  /** Whether a value is one that the message may speak of. */
  private static boolean isRefused(@Nullable Object value, String message) {
    if (value instanceof BigInteger number && message.endsWith("whole number of microseconds")) {
      return number.mod(BigInteger.valueOf(1_000)).signum() != 0;
    } else if (value instanceof BigInteger number && message.contains("whole number of days")) {
      return number.mod(BigInteger.valueOf(86_400_000)).signum() != 0;
    } else if (value instanceof BigDecimal number && message.endsWith(" digits")) {
      Matcher digits = Pattern.compile("has more than (\\d+) digits").matcher(message);
      return digits.find() && number.precision() + 2 > Integer.parseInt(digits.group(1));
    }
    return value instanceof BigInteger nanos
        && message.contains("is not a time of day")
        && nanos.compareTo(BigInteger.valueOf(86_400_000_000_000L)) >= 0;
  }

  @Test
  void duplicateNamesAreListed() throws IOException {
    Path file =
        SharedCases.folder(FOLDER).resolve("cpp-21.0.0/generated_duplicate_fieldnames.stream");
    try (ArrowStreamReader reader = new ArrowStreamReader(Files.newInputStream(file), allocator)) {
      Schema values = TypeMappers.decoded(reader.getVectorSchemaRoot().getSchema(), reader);
      org.assertj.core.api.Assertions.assertThatThrownBy(() -> mappers.toIceberg(values, 2))
          .hasMessageContaining("column names occur more than once: 'ints'")
          .hasMessageContaining("field names of 'struct' occur more than once: ''");
    }
  }
}
