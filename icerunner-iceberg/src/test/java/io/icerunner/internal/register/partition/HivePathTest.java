package io.icerunner.internal.register.partition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.register.partition.HivePath.Entry;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HivePathTest {

  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "a%20b,\"a b\"",
        "11%2F12%2F13,11/12/13",
        "a+b,a+b",
        "\"a b\",\"a b\"",
        "%E6%97%A5,日",
        "日,日",
        "%e6%97%a5,日",
        "100%,100%",
        "100%25,100%",
        "%zz,%zz",
        "%2,%2",
        "%%41,%A",
        "%F0%9F%98%80,😀",
        "😀,😀",
        "a=b,a=b",
        "__HIVE_DEFAULT_PARTITION,__HIVE_DEFAULT_PARTITION",
        "NULL,NULL",
        "00,00"
      })
  void decodesAValue(String inPath, String value) {
    assertThat(only("p=" + inPath)).isEqualTo(new Entry("p", value));
  }

  @Test
  void readsHivesDefaultPartitionAsNull() {
    assertThat(only("dt=__HIVE_DEFAULT_PARTITION__")).isEqualTo(new Entry("dt", null));
  }

  @Test
  void decodesKeys() {
    assertThat(only("%C3%A9t%C3%A9%20x=1")).isEqualTo(new Entry("été x", "1"));
  }

  @Test
  void readsTheFoldersBetweenSourceAndFile() {
    HivePath path =
        HivePath.of(
            "s3://b/lake/year=1999", "s3://b/lake/year=1999/daily/tile=1_2/x/month=7/a=b.parquet");

    assertThat(path.entries()).containsExactly(new Entry("tile", "1_2"), new Entry("month", "7"));
    assertThat(path.find("month")).isEqualTo(new Entry("month", "7"));
    assertThat(path.find("Month")).isNull();
  }

  @Test
  void acceptsASourceWithASlashAndOneThatIsTheFile() {
    assertThat(HivePath.of("s3://b/lake/", "s3://b/lake/p=1/a.parquet").entries())
        .containsExactly(new Entry("p", "1"));
    assertThat(HivePath.of("s3://b/p=1/a.parquet", "s3://b/p=1/a.parquet").entries()).isEmpty();
  }

  @Test
  void refusesAFileOutsideTheSource() {
    assertThatThrownBy(() -> HivePath.of("s3://b/lake", "s3://b/lake2/p=1/a.parquet"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessage(
            "Cannot register s3://b/lake2/p=1/a.parquet: it is not below the source s3://b/lake");
  }

  @ParameterizedTest
  @ValueSource(strings = {"%FF", "%C0%80", "%ED%A0%80", "a%E6%97"})
  void refusesEscapesThatAreNotUtf8(String value) {
    assertThatThrownBy(() -> only("p=" + value))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("folder p=" + value + " is not UTF-8");
  }

  @Test
  void aValueOfNoLettersIsTheEmptyText() {
    assertThat(only("p=")).isEqualTo(new Entry("p", ""));
  }

  @Test
  void anEscapedNameOfTheDefaultPartitionIsText() {
    assertThat(only("p=%5F_HIVE_DEFAULT_PARTITION__"))
        .isEqualTo(new Entry("p", "__HIVE_DEFAULT_PARTITION__"));
  }

  @Test
  void refusesAnEmptyKey() {
    assertThatThrownBy(() -> only("=1"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("folder =1 has no key before the equals sign");
  }

  @Test
  void refusesAKeyThatIsThereTwice() {
    assertThatThrownBy(() -> only("p=1/q=2/p=1"))
        .hasMessageContaining("its path has the key p twice");
    assertThatThrownBy(() -> only("dt=1/DT=2"))
        .hasMessageContaining("the keys dt and DT of its path differ only in case");
  }

  private static @Nullable Entry only(String folders) {
    HivePath path = HivePath.of("file:///lake", "file:///lake/" + folders + "/a.parquet");
    assertThat(path.entries()).hasSize(1);
    return path.entries().get(0);
  }
}
