package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HiveColumnsTest {

  @ParameterizedTest
  @CsvSource({
    "1 2 -3 0, int",
    "2147483647 -2147483648, int",
    "2147483648 1, long",
    "-9223372036854775808 9223372036854775807, long",
    "9223372036854775808 1, string",
    "1 02, string",
    "00 01, string",
    "-0, string",
    "+1, string",
    "1.10 1.9, string",
    "1e3, string",
    "2024-01-01 1969-12-31, date",
    "2024-02-29, date",
    "2023-02-29, string",
    "2024-1-1, string",
    "12024-01-01, string",
    "2024-01-01 1, string",
    "true false, string",
    "__HIVE_DEFAULT_PARTITION__, string",
    "1 __HIVE_DEFAULT_PARTITION__, int",
    "00 __HIVE_DEFAULT_PARTITION__, string",
    "2024-01-01 __HIVE_DEFAULT_PARTITION__, date"
  })
  void infersOneTypeForAllValues(String values, String type) {
    List<HivePath> paths = Stream.of(values.split(" ")).map(value -> path("k=" + value)).toList();

    List<Types.NestedField> columns = HiveColumns.infer(paths, Map.of(), Set.of());

    assertThat(columns).extracting(Types.NestedField::name).containsExactly("k");
    assertThat(columns.get(0).type()).hasToString(type);
    assertThat(columns.get(0).isOptional()).isTrue();
  }

  @Test
  void hoursWithLeadingZerosAndVersionsAreText() {
    List<HivePath> paths =
        Stream.concat(
                IntStream.range(0, 8).mapToObj(hour -> "0" + hour),
                Stream.of(HivePath.NULL, "10", "23"))
            .map(hour -> path("date=2023-01-23/hour=" + hour + "/version=1.10"))
            .toList();

    assertThat(types(HiveColumns.infer(paths, Map.of(), Set.of())))
        .containsExactly("date date", "hour string", "version string");
  }

  @Test
  void declaredTypesComeFirst() {
    List<HivePath> paths = List.of(path("dt=2024-01-01/month=01"), path("dt=2024-01-02/month=12"));
    Map<String, Type> declared =
        Map.of("month", Types.IntegerType.get(), "dt", Types.StringType.get());

    List<Types.NestedField> columns = HiveColumns.infer(paths, declared, Set.of());

    assertThat(types(columns)).containsExactly("dt string", "month int");
    assertThat(HiveColumns.value("f", columns.get(1), "01")).isEqualTo(1);
    assertThat(HiveColumns.value("f", columns.get(0), "2024-01-01")).isEqualTo("2024-01-01");
  }

  @Test
  void refusesAValueThatTheDeclaredTypeDoesNotHave() {
    assertThatThrownBy(
            () ->
                HiveColumns.infer(
                    List.of(path("dt=2024-01-01"), path("dt=yesterday")),
                    Map.of("dt", Types.DateType.get()),
                    Set.of()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register s3://b/lake/dt=yesterday/a.parquet: its path has dt=yesterday, which is no date, the type of column dt; rename the folder, or create the table with dt declared as string");
  }

  @Test
  void columnsThatAreInTheFilesAreNotMadeOfKeys() {
    assertThat(types(HiveColumns.infer(List.of(path("dt=1/p=2")), Map.of(), Set.of("dt"))))
        .containsExactly("p int");
  }

  @Test
  void refusesFilesOfDifferentKeysNamingTwo() {
    assertThatThrownBy(
            () -> HiveColumns.infer(List.of(path("dt=1/p=1"), path("dt=2")), Map.of(), Set.of()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("s3://b/lake/dt=2/a.parquet: its path has no key p")
        .hasMessageContaining("in the path of s3://b/lake/dt=1/p=1/a.parquet");
  }

  @Test
  void refusesKeysThatDifferOnlyInCase() {
    assertThatThrownBy(() -> HiveColumns.infer(List.of(path("DT=1")), Map.of(), Set.of("dt")))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register s3://b/lake/DT=1/a.parquet: key DT of its path differs only in case from dt of the files; keys match columns by their exact name, so rename the folder or the column");
    assertThatThrownBy(
            () -> HiveColumns.infer(List.of(path("dt=1"), path("Dt=2")), Map.of(), Set.of()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining(
            "key Dt of its path differs only in case from dt of s3://b/lake/dt=1");
    assertThatThrownBy(
            () ->
                HiveColumns.infer(
                    List.of(path("dt=1")), Map.of("DT", Types.IntegerType.get()), Set.of()))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("differs only in case from DT of the declared schema");
  }

  @Test
  void anEmptyValueIsText() {
    List<HivePath> paths = List.of(path("n=1"), path("n="));

    assertThat(types(HiveColumns.infer(paths, Map.of(), Set.of()))).containsExactly("n string");
    assertThatThrownBy(
            () -> HiveColumns.infer(paths, Map.of("n", Types.IntegerType.get()), Set.of()))
        .hasMessageContaining("its path has n=, which is no int");
  }

  @Test
  void filesWithoutKeysGiveNoColumns() {
    assertThat(HiveColumns.infer(List.of(path("x/y")), Map.of(), Set.of("id"))).isEmpty();
  }

  private static HivePath path(String folders) {
    return HivePath.of("s3://b/lake", "s3://b/lake/" + folders + "/a.parquet");
  }

  private static List<String> types(List<Types.NestedField> columns) {
    return columns.stream().map(column -> column.name() + " " + column.type()).toList();
  }
}
