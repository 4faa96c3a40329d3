package io.icerunner.register;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RegistrationIT {
  @TempDir private Path folder;
  private SmallLake lake;

  @BeforeEach
  void makeLake() throws Exception {
    lake = new SmallLake(folder.resolve("lake"));
  }

  @AfterEach
  void closeLake() throws Exception {
    lake.close();
  }

  private RegistrationBuilder registration() {
    return registration(lake.manifest());
  }

  private RegistrationBuilder registration(Path manifest) {
    return Registration.builder()
        .source(lake.daily())
        .manifest(manifest.toString())
        .warehouse(folder.resolve("warehouse"))
        .table("climate.daily");
  }

  @Test
  void aLakeIsRegisteredOnceAndThenOnlyWhatIsNew() throws Exception {
    lake.part("1_2", 1994, 1);
    lake.part("1_2", 1994, 2);
    lake.writeManifest();

    RegistrationResult first = registration().build().run();
    assertThat(first.units()).isEqualTo(2);
    assertThat(first.files()).isEqualTo(2);
    assertThat(first.rows()).isEqualTo(310 + 280);
    assertThat(first.commits()).isEqualTo(1);
    assertThat(first.tableRows()).isEqualTo(590);

    RegistrationResult second = registration().build().run();
    assertThat(second.units()).isZero();
    assertThat(second.commits()).isZero();
    assertThat(second.unitsSkipped()).isEqualTo(2);
    assertThat(second.metadataLocation()).isEqualTo(first.metadataLocation());

    assertThat(second.reads()).as("the manifest need not be read again").isZero();

    lake.part("1_3", 1994, 1);
    lake.writeManifest();
    RegistrationResult third = registration().build().run();
    assertThat(third.units()).isEqualTo(1);
    assertThat(third.tableRows()).isEqualTo(900);
    assertThat(third.unitsSkipped()).isEqualTo(2);
  }

  @Test
  void aManifestThatIsPutBackIsReadAgain() throws Exception {
    lake.part("1_2", 1994, 1);
    lake.writeManifest();
    Path kept = folder.resolve("kept.parquet");
    Files.copy(lake.manifest(), kept, StandardCopyOption.COPY_ATTRIBUTES);
    registration().build().run();
    lake.part("1_2", 1994, 2);
    lake.writeManifest();
    registration().build().run();

    Files.copy(
        kept,
        lake.manifest(),
        StandardCopyOption.COPY_ATTRIBUTES,
        StandardCopyOption.REPLACE_EXISTING);
    assertThatThrownBy(() -> registration().build().run())
        .hasMessageContaining("tile=1_2/year=1994/month=2");
  }

  @Test
  void whatTheManifestDoesNotNameIsNotRegistered() throws Exception {
    lake.part("1_2", 1994, 1);
    lake.writeManifest();
    lake.part("1_2", 1994, 2);

    assertThat(registration().build().run().files()).isEqualTo(1);
  }

  @Test
  void aUnitWithOtherRowsThanPromisedIsRefused() throws Exception {
    lake.part("1_2", 1994, 1);
    Path manifest = folder.resolve("manifest.csv");
    Files.writeString(manifest, "tile,year,month,rows\n1_2,1994,1,311\n");

    assertThatThrownBy(
            () ->
                Registration.builder()
                    .source(lake.daily())
                    .manifest(manifest.toString())
                    .warehouse(folder.resolve("warehouse"))
                    .table("climate.daily")
                    .build()
                    .run())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("tile=1_2/year=1994/month=1")
        .hasMessageContaining("311")
        .hasMessageContaining("310");
  }

  /** The second batch is read while the first is committed; its failure must not reach that one. */
  @Test
  void aBatchThatFailsLeavesTheOnesBefore() throws Exception {
    lake.part("1_2", 1994, 1);
    lake.part("1_2", 1994, 2);
    Files.writeString(lake.part("1_2", 1994, 3), "no Parquet");
    Path manifest = folder.resolve("manifest.csv");
    Files.writeString(
        manifest, "tile,year,month,rows\n1_2,1994,1,310\n1_2,1994,2,280\n1_2,1994,3,310\n");
    RegistrationBuilder registration = registration(manifest).batchFiles(1);

    assertThatThrownBy(() -> registration.build().run())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("month=3/part.parquet");

    lake.part("1_2", 1994, 3);
    RegistrationResult next = registration.build().run();
    assertThat(next.unitsSkipped()).isEqualTo(2);
    assertThat(next.units()).isEqualTo(1);
    assertThat(next.tableRows()).isEqualTo(900);
  }

  @Test
  void aDryRunTellsAndChangesNothing() throws Exception {
    lake.part("1_2", 1994, 1);
    lake.writeManifest();

    RegistrationResult result =
        registration()
            .partitionBy(List.of("tile", "month(date)"))
            .dryRun(true)
            .explain(true)
            .build()
            .run();
    assertThat(result.files()).isEqualTo(1);
    assertThat(result.commits()).isZero();
    assertThat(result.metadataLocation()).isNull();
    assertThat(result.explanation().get(2)).contains("1994-01-01 .. 1994-01-31");
    assertThat(result.explanation())
        .contains("1 of the files prove: tile; year; month; month(date)");
    assertThat(folder.resolve("warehouse/climate")).doesNotExist();
  }

  @Test
  void aVanishedUnitIsRefusedOrRemoved() throws Exception {
    Path part = lake.part("1_2", 1994, 1);
    lake.part("1_2", 1994, 2);
    lake.writeManifest();
    registration().build().run();
    Files.delete(part);
    lake.writeManifest();

    assertThatThrownBy(() -> registration().build().run())
        .hasMessageContaining("tile=1_2/year=1994/month=1");
    RegistrationResult result = registration().onVanish(OnVanish.REMOVE).build().run();
    assertThat(result.unitsRemoved()).isEqualTo(1);
    assertThat(result.tableRows()).isEqualTo(280);
  }

  @Test
  void aRewrittenFileIsRefusedOrReplaced() throws Exception {
    Path part = lake.part("1_2", 1994, 1);
    lake.part("1_2", 1994, 2);
    lake.writeManifest();
    registration().build().run();
    lake.copy(
        "SELECT DATE '1994-01-05' AS date, 1::INTEGER AS lat, 2::INTEGER AS lon, 1.5::DOUBLE AS tmax,"
            + " NULL::DOUBLE AS feels, NULL::DOUBLE AS sun",
        part);
    lake.writeManifest();

    assertThatThrownBy(() -> registration().build().run())
        .hasMessageContaining("tile=1_2/year=1994/month=1 had 310 rows and has 1");
    RegistrationResult result = registration().onChange(OnChange.REPLACE).build().run();
    assertThat(result.unitsReplaced()).isEqualTo(1);
    assertThat(result.tableRows()).isEqualTo(281);
    assertThat(registration().build().run().commits()).isZero();
  }
}
