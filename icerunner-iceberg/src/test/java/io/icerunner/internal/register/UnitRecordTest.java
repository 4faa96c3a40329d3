package io.icerunner.internal.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class UnitRecordTest {
  @Test
  void whatIsWrittenIsReadAgain() {
    UnitRecord record =
        UnitRecord.of(
            List.of(
                new RegisteredUnit("tile=1_2/year=1994/month=10", 4464, -1),
                new RegisteredUnit("tile=1_2/year=1994/month=1", 4464, 7),
                new RegisteredUnit("tile=1_2/year=1994/month=2", 4032, Integer.MIN_VALUE),
                new RegisteredUnit("p=\uD83D\uDE00a", 0, 1),
                new RegisteredUnit("p=\uD83D\uDE01 b", Long.MAX_VALUE, 2)));

    UnitRecord read = UnitRecordText.read(UnitRecordText.write(record), "ns.t");

    assertThat(read.units()).isEqualTo(record.units());
    assertThat(read.unit("tile=1_2/year=1994/month=2"))
        .isEqualTo(new RegisteredUnit("tile=1_2/year=1994/month=2", 4032, Integer.MIN_VALUE));
    assertThat(read.unit("tile=1_2")).isNull();
  }

  @Test
  void noUnitsAreARecordToo() {
    assertThat(UnitRecordText.read(UnitRecordText.write(UnitRecord.EMPTY), "ns.t").units())
        .isEmpty();
  }

  @Test
  void aHundredThousandUnitsStayUnderOneMegabyte() {
    Random random = new Random(1);
    List<RegisteredUnit> units = new ArrayList<>();
    for (int tile = 0; tile < 278; tile++) {
      for (int month = 0; month < 360; month++) {
        String key =
            "tile=%s_%s/year=%s/month=%s"
                .formatted(tile / 24, tile % 24, 1994 + month / 12, month % 12 + 1);
        units.add(new RegisteredUnit(key, 4464 - month % 4 * 144, random.nextInt()));
      }
    }
    assertThat(units).hasSizeGreaterThan(100_000);
    String text = UnitRecordText.write(UnitRecord.of(units));

    assertThat(text.length()).isLessThan(1_000_000);
    assertThat(UnitRecordText.read(text, "ns.t").size()).isEqualTo(units.size());
  }

  @Test
  void unitsComeAreReplacedAndGo() {
    Random random = new Random(2);
    TreeMap<String, RegisteredUnit> expected = new TreeMap<>();
    UnitRecord record = UnitRecord.EMPTY;
    for (int round = 0; round < 50; round++) {
      List<RegisteredUnit> come = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        RegisteredUnit unit =
            new RegisteredUnit("u=" + (i * 50 + random.nextInt(50)), round, random.nextInt());
        come.add(unit);
      }
      Set<String> gone = Set.of("u=" + random.nextInt(1000));
      gone.forEach(expected::remove);
      come.forEach(unit -> expected.put(unit.key(), unit));
      record = record.with(come, gone);
      assertThat(record.units()).containsExactlyElementsOf(expected.values());
      assertThat(UnitRecordText.write(record))
          .isEqualTo(UnitRecordText.write(UnitRecord.of(expected.values())));
    }
  }

  @Test
  void aLaterVersionIsNotGuessedAt() {
    assertThatThrownBy(() -> UnitRecordText.read("{\"version\":2}", "ns.t"))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining("ns.t")
        .hasMessageContaining("version 2");
  }

  @Test
  void aDamagedRecordIsNoEmptyOne() {
    String text =
        UnitRecordText.write(UnitRecord.of(List.of(new RegisteredUnit("a=1", 1, 1))))
            .replace("\"units\":1", "\"units\":2");
    assertThatThrownBy(() -> UnitRecordText.read(text, "ns.t"))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("damaged");
  }
}
