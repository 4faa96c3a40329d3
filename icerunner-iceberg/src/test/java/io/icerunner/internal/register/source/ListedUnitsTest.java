package io.icerunner.internal.register.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ListedUnitsTest {
  private static final Instant NOW = Instant.parse("2026-11-30T12:00:00Z");

  @TempDir Path temporary;
  private SourceFolder lake;

  @BeforeEach
  void makeSource() throws IOException {
    lake = new SourceFolder(Files.createDirectories(temporary.resolve("lake")));
  }

  @AfterEach
  void closeStore() {
    lake.close();
  }

  @Test
  void passesOverAllThatIsNoDataAndCountsIt() throws IOException {
    lake.with(
        "_SUCCESS",
        "_metadata",
        "_temporary/0/t.parquet",
        ".hidden/h.parquet",
        ".a.parquet.crc",
        "a.parquet",
        "a.parquet.tmp",
        "B.PARQUET",
        "readme.md",
        "_p=1/c.parquet");
    lake.write("zero.parquet", "");
    UnitSource source = quiet(Duration.ZERO, Instant.now().plusSeconds(60));

    List<Unit> units = source.units();

    assertThat(units)
        .containsExactly(
            new Unit("B.PARQUET", null),
            new Unit("_p=1/c.parquet", null),
            new Unit("a.parquet", null));
    assertThat(source.passedOver()).isEqualTo(8);
    assertThat(source.isListed()).isTrue();
    assertThat(lake.paths(source.files(units.get(1)))).containsExactly("_p=1/c.parquet");
  }

  @Test
  void waitsUntilAFileIsQuiet() throws IOException {
    lake.with("k=1/old.parquet", "k=1/edge.parquet", "k=1/young.parquet");
    lake.touch("k=1/old.parquet", NOW.minus(Duration.ofDays(1)));
    lake.touch("k=1/edge.parquet", NOW.minus(Duration.ofMinutes(5)));
    lake.touch("k=1/young.parquet", NOW.minus(Duration.ofMinutes(5)).plusMillis(1));
    UnitSource source = quiet(UnitSources.DEFAULT_QUIET, NOW);

    assertThat(source.units())
        .containsExactly(new Unit("k=1/edge.parquet", null), new Unit("k=1/old.parquet", null));
    assertThat(source.passedOver()).isZero();
    assertThat(source.pending()).containsExactly("k=1/young.parquet");
    UnitFiles old = source.files(new Unit("k=1/old.parquet", null));
    assertThat(old.files())
        .containsExactly(
            new SourceFile(
                "file://" + lake.location() + "/k=1/old.parquet",
                4,
                NOW.minus(Duration.ofDays(1)).toEpochMilli()));
  }

  @Test
  void refusesASourceThatIsNotThere() {
    assertThatThrownBy(() -> quiet(Duration.ZERO, NOW).units())
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessage(
            "Cannot register the source file://%s: there is no file below it"
                .formatted(lake.location()));
    assertThatThrownBy(() -> quiet(Duration.ofSeconds(-1), NOW))
        .isInstanceOf(IceRunnerException.class);
  }

  @Test
  void completesTheFoldersBelowAMarker() {
    lake.with(
        "tile=1/_SUCCESS",
        "tile=1/year=1/a.parquet",
        "tile=1/year=1/b.parquet",
        "tile=1/year=2/c.parquet",
        "tile=1/d.parquet",
        "tile=2/year=1/e.parquet",
        "tile=2/year=2/f.parquet",
        "tile=2/year=2/_SUCCESS",
        "tile=3/_temporary/_SUCCESS",
        "tile=3/_temporary/g.parquet",
        "tile=3/h.parquet",
        "tile=4/x_SUCCESS",
        "tile=4/i.parquet",
        "tile=11/j.parquet");
    UnitSource source = UnitSources.marker(lake.store(), lake.location(), "_SUCCESS");

    List<Unit> units = source.units();

    assertThat(units)
        .containsExactly(
            new Unit("tile=1", null),
            new Unit("tile=1/year=1", null),
            new Unit("tile=1/year=2", null),
            new Unit("tile=2/year=2", null));
    assertThat(lake.paths(source.files(units.get(0)))).containsExactly("tile=1/d.parquet");
    assertThat(lake.paths(source.files(units.get(1))))
        .containsExactly("tile=1/year=1/a.parquet", "tile=1/year=1/b.parquet");
    assertThat(source.passedOver()).isEqualTo(5);
    assertThat(source.pending())
        .containsExactlyInAnyOrder("tile=2/year=1", "tile=3", "tile=4", "tile=11");
  }

  @Test
  void completesEverythingBelowAMarkerOfTheSource() {
    lake.with("DONE", "a.parquet", "k=1/b.parquet");
    UnitSource source = UnitSources.marker(lake.store(), lake.location(), "DONE");

    assertThat(source.units()).containsExactly(new Unit(".", null), new Unit("k=1", null));
    assertThat(lake.paths(source.files(new Unit(".", null)))).containsExactly("a.parquet");
    assertThatThrownBy(() -> UnitSources.marker(lake.store(), lake.location(), "a/b"))
        .isInstanceOf(IceRunnerException.class);
  }

  @Test
  void takesFilesOfAListHoweverTheyAreSpelled() {
    lake.with("k=1/a.parquet", "k=1/b.data");
    Path list =
        lake.write(
            "../list.txt",
            """
            # what is done
            k=1/a.parquet
            ./k=1/a.parquet

            file:%1$s/k=1/a.parquet
            file:///%1$s/k=1/../k=1/b.data
            k=1/_SUCCESS
            k=1/c.parquet.crc
            """
                .formatted(lake.location()));
    UnitSource source = UnitSources.fileList(lake.store(), lake.location(), list.toString());

    List<Unit> units = source.units();

    assertThat(units)
        .containsExactly(new Unit("k=1/a.parquet", null), new Unit("k=1/b.data", null));
    assertThat(source.passedOver()).isEqualTo(2);
    assertThat(source.tellsWhatIsGone()).isFalse();
    assertThat(lake.paths(source.files(units.get(1)))).containsExactly("k=1/b.data");
  }

  @Test
  void refusesFilesOfAListThatAreMissingEmptyOrElsewhere() {
    lake.write("zero.parquet", "");
    UnitSource source =
        UnitSources.files(lake.store(), lake.location(), List.of("none.parquet", "zero.parquet"));

    assertThatThrownBy(() -> source.files(source.units().get(0)))
        .hasMessage(
            "Cannot register file://%s/none.parquet: the list of files names it, but there is no such file"
                .formatted(lake.location()));
    assertThatThrownBy(() -> source.files(source.units().get(1)))
        .hasMessageContaining("zero.parquet: the list of files names it, but it is empty");
    assertThatThrownBy(
            () -> UnitSources.files(lake.store(), lake.location(), List.of("../other.parquet")))
        .hasMessageContaining("\"../other.parquet\" of the list of files: it is not below");
  }

  private UnitSource quiet(Duration quiet, Instant now) {
    return UnitSources.quiet(
        lake.store(), lake.location(), quiet, Clock.fixed(now, ZoneOffset.UTC));
  }
}
