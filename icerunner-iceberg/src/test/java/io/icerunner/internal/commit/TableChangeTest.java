package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataOperations;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.mapping.MappingUtil;
import org.apache.iceberg.mapping.NameMappingParser;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TableChangeTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");
  private static final String NAME_MAPPING = TableProperties.DEFAULT_NAME_MAPPING;
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "gc.enabled",
          "false",
          "commit.manifest.target-size-bytes",
          "262144",
          "commit.manifest.min-count-to-merge",
          "10");

  @TempDir Path folder;
  private CatalogTables tables;
  private SourceFiles source;
  private final TableCommitter committer = new TableCommitter(Duration.ofSeconds(20));

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(folder.resolve("warehouse"));
    source = new SourceFiles(folder.resolve("lake"));
    tables.createTable(ID, SourceFiles.SCHEMA, SourceFiles.SPEC, PROPERTIES);
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void commitsFilesSchemaAndPropertiesTogether() {
    Table table = tables.load(ID);
    DataFile file = source.write(table, "tile=a/year=1/f.parquet");
    int before = tables.load(ID).history().size();

    CommitResult result =
        committer.change(
            table,
            base ->
                TableChange.builder()
                    .add(List.of(file))
                    .property("units", "1")
                    .removeProperty("commit.manifest.target-size-bytes")
                    .summary("k", "v")
                    .schema(s -> s.addColumn("more", Types.StringType.get()))
                    .build());

    Table now = tables.load(ID);
    Snapshot snapshot = now.currentSnapshot();
    assertThat(result).isEqualTo(new CommitResult(snapshot.snapshotId(), 10, 1));
    assertThat(source.in(now)).containsExactly("tile=a/year=1/f.parquet");
    assertThat(now.properties())
        .containsEntry("units", "1")
        .doesNotContainKey("commit.manifest.target-size-bytes");
    assertThat(now.schema().findField("more")).isNotNull();
    assertThat(snapshot.schemaId()).isEqualTo(now.schema().schemaId());
    assertThat(snapshot.summary()).containsEntry("k", "v");
    assertThat(now.history()).hasSize(before + 1);
    assertThat(metadataFiles(".metadata.json")).hasSize(2);
  }

  @Test
  void aChangeOfPropertiesAloneMakesNoSnapshot() {
    CommitResult result =
        committer.change(
            tables.load(ID), base -> TableChange.builder().property("units", "1").build());

    assertThat(result).isEqualTo(new CommitResult(-1, 0, 0));
    assertThat(tables.load(ID).properties()).containsEntry("units", "1");
    assertThat(tables.load(ID).currentSnapshot()).isNull();
  }

  @Test
  void nothingToDoCommitsNothing() {
    CommitResult result = committer.change(tables.load(ID), base -> null);

    assertThat(result).isEqualTo(new CommitResult(-1, 0, 0));
    assertThat(metadataFiles(".metadata.json")).hasSize(1);
  }

  @Test
  void replacesAFileThatWasRewrittenInPlaceInOneSnapshot() {
    Table table = tables.load(ID);
    DataFile old = source.write(table, "tile=a/year=1/f.parquet", 10);
    DataFile other = source.write(table, "tile=a/year=1/g.parquet", 10);
    committer.change(table, base -> TableChange.builder().add(List.of(old, other)).build());
    DataFile fresh = source.write(table, "tile=a/year=1/f.parquet", 7);

    committer.change(
        table,
        base ->
            TableChange.builder()
                .remove(List.of(old))
                .add(List.of(fresh))
                .property("units", "1")
                .build());

    Table now = tables.load(ID);
    assertThat(now.currentSnapshot().operation()).isEqualTo(DataOperations.OVERWRITE);
    assertThat(now.currentSnapshot().summary()).containsEntry("total-records", "17");
    assertThat(source.in(now))
        .containsExactly("tile=a/year=1/f.parquet", "tile=a/year=1/g.parquet");
    assertThat(now.snapshots()).hasSize(2);
    assertThat(source.onDisk()).hasSize(2);
  }

  @Test
  void removingAFileThatIsNotThereIsRefusedAndNothingIsDone() {
    Table table = tables.load(ID);
    DataFile there = source.write(table, "tile=a/year=1/f.parquet");
    DataFile never = source.write(table, "tile=a/year=1/g.parquet");
    DataFile fresh = source.write(table, "tile=b/year=1/h.parquet");
    TableChange change =
        TableChange.builder()
            .remove(List.of(there, never))
            .add(List.of(fresh))
            .property("units", "1")
            .build();
    for (List<DataFile> before : List.of(List.<DataFile>of(), List.of(there))) {
      if (!before.isEmpty()) {
        committer.change(table, base -> TableChange.builder().add(before).build());
      }

      List<String> files = metadataFiles("");

      assertThatThrownBy(() -> committer.change(table, base -> change))
          .isInstanceOfSatisfying(
              IceRunnerException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessageContaining("g.parquet");

      assertThat(tables.load(ID).properties()).doesNotContainKey("units");
      assertThat(source.in(tables.load(ID))).hasSize(before.size());
      assertThat(source.onDisk()).hasSize(3);
      assertThat(metadataFiles("")).isEqualTo(files);
    }
  }

  @Test
  void aFileTwiceInAChangeIsRefused() {
    Table table = tables.load(ID);
    DataFile file = source.write(table, "tile=a/year=1/f.parquet");

    assertThatThrownBy(() -> TableChange.builder().add(List.of(file, file.copy())).build())
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("f.parquet");
  }

  @Test
  void aPropertyOfAnotherWriterIsNeverPutBack() {
    Table table = tables.load(ID);
    List<@Nullable String> seen = new ArrayList<>();

    committer.change(
        table,
        base -> {
          seen.add(base.properties().get("units"));
          if (seen.size() == 1) {
            tables.load(ID).updateProperties().set("units", "theirs").commit();
          }
          return TableChange.builder()
              .property("units", base.properties().getOrDefault("units", "none") + "+ours")
              .build();
        });

    assertThat(seen).containsExactly(null, "theirs");
    assertThat(tables.load(ID).properties()).containsEntry("units", "theirs+ours");
  }

  @Test
  void anAppendInBetweenIsPlannedUpon() {
    Table table = tables.load(ID);
    DataFile ours = source.write(table, "tile=a/year=1/f.parquet");
    DataFile theirs = source.write(table, "tile=a/year=1/g.parquet");
    List<Integer> seen = new ArrayList<>();

    committer.change(
        table,
        base -> {
          seen.add(source.in(base).size());
          if (seen.size() == 1) {
            Table foreign = tables.load(ID);
            foreign.newAppend().appendFile(theirs).commit();
          }
          assertThat(source.in(base)).hasSize(seen.size() - 1);
          return TableChange.builder().add(List.of(ours)).property("units", "1").build();
        });

    assertThat(seen).containsExactly(0, 1);
    assertThat(source.in(tables.load(ID)))
        .containsExactly("tile=a/year=1/f.parquet", "tile=a/year=1/g.parquet");
    assertThat(orphans()).isEmpty();
  }

  @Test
  void aChangeWritesTheSameHoweverMuchTheTableHas() {
    Table table = tables.load(ID);
    int most = 0;
    for (int i = 0; i < 60; i++) {
      List<DataFile> files = new ArrayList<>();
      for (int j = 0; j < 20; j++) {
        files.add(source.describe(table, "tile=%d/year=%d/f.parquet".formatted(i, j), 10));
      }
      int before = metadataFiles(".avro").size();
      committer.change(table, base -> TableChange.builder().add(files).build());
      most = Math.max(most, metadataFiles(".avro").size() - before);
    }

    Table now = tables.load(ID);
    assertThat(most).as("manifests and lists written by one change").isLessThanOrEqualTo(3);
    assertThat(now.currentSnapshot().allManifests(now.io())).hasSizeLessThanOrEqualTo(10);
    assertThat(source.in(now)).hasSize(1200).doesNotHaveDuplicates();
  }

  @Test
  void filesOfSeveralSpecsGoTogether() {
    Table table = tables.load(ID);
    DataFile old = source.write(table, "tile=a/year=1/f.parquet");
    table.updateSpec().removeField("year").commit();
    Table evolved = tables.load(ID);
    DataFile fresh = source.write(evolved, "tile=a/g.parquet");

    committer.change(evolved, base -> TableChange.builder().add(List.of(old, fresh)).build());
    assertThat(source.in(tables.load(ID)))
        .containsExactly("tile=a/g.parquet", "tile=a/year=1/f.parquet");
    committer.change(evolved, base -> TableChange.builder().remove(List.of(old, fresh)).build());
    assertThat(source.in(tables.load(ID))).isEmpty();
  }

  @Test
  void theNameMappingFollowsTheSchemaUnlessTheChangeSetsIt() {
    Table table = tables.load(ID);
    String mapping = NameMappingParser.toJson(MappingUtil.create(table.schema()));
    committer.change(table, base -> TableChange.builder().property(NAME_MAPPING, mapping).build());

    committer.change(
        table,
        base -> TableChange.builder().schema(s -> s.addColumn("m", Types.LongType.get())).build());

    String followed = tables.load(ID).properties().getOrDefault(NAME_MAPPING, "");
    assertThat(NameMappingParser.fromJson(followed).find("m")).isNotNull();
    committer.change(
        table,
        base ->
            TableChange.builder()
                .schema(s -> s.addColumn("n", Types.LongType.get()))
                .property(NAME_MAPPING, mapping)
                .build());
    assertThat(tables.load(ID).properties()).containsEntry(NAME_MAPPING, mapping);
    assertThat(tables.load(ID).schema().findField("n")).isNotNull();
  }

  @Test
  void aSchemaThatCannotBeChangedSoRefusesTheWholeChange() {
    Table table = tables.load(ID);
    DataFile file = source.write(table, "tile=a/year=1/f.parquet");

    assertThatThrownBy(
            () ->
                committer.change(
                    table,
                    base ->
                        TableChange.builder()
                            .add(List.of(file))
                            .schema(s -> s.addColumn("id", Types.LongType.get()))
                            .build()))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    assertThat(tables.load(ID).currentSnapshot()).isNull();
    assertThat(source.onDisk()).hasSize(1);
  }

  @Test
  void aWriterThatAlwaysLosesIsToldSo() {
    Table table = tables.load(ID);
    DataFile file = source.write(table, "tile=a/year=1/f.parquet");
    int[] attempts = {0};

    assertThatThrownBy(
            () ->
                new TableCommitter(Duration.ofMillis(700))
                    .change(
                        table,
                        base -> {
                          String value = "" + attempts[0]++;
                          tables.load(ID).updateProperties().set("theirs", value).commit();
                          return TableChange.builder().add(List.of(file)).build();
                        }))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.COMMIT_CONFLICT));

    assertThat(attempts[0]).isGreaterThan(1);
    assertThat(source.onDisk()).hasSize(1);
    assertThat(orphans()).isEmpty();
  }

  @Test
  void replacingAllTakesWhatOthersAddedBeforeIt() {
    Table table = tables.load(ID);
    DataFile old = source.write(table, "tile=a/year=1/f.parquet");
    DataFile theirs = source.write(table, "tile=b/year=1/g.parquet");
    DataFile fresh = source.write(table, "tile=c/year=1/h.parquet");
    committer.change(table, base -> TableChange.builder().add(List.of(old)).build());
    int[] attempts = {0};

    committer.change(
        table,
        base -> {
          if (attempts[0]++ == 0) {
            tables.load(ID).newFastAppend().appendFile(theirs).commit();
          }
          return TableChange.builder().replaceAll().add(List.of(fresh)).build();
        });

    assertThat(attempts[0]).isEqualTo(2);
    assertThat(source.in(tables.load(ID))).containsExactly("tile=c/year=1/h.parquet");
    committer.change(table, base -> TableChange.builder().replaceAll().build());
    assertThat(source.in(tables.load(ID))).isEmpty();
    assertThat(orphans()).isEmpty();
    assertThatThrownBy(() -> TableChange.builder().replaceAll().remove(List.of(fresh)).build())
        .hasMessageContaining("the change replaces all files");
  }

  @Test
  void whatThePlanThrowsIsThrown() {
    IceRunnerException refusal = IceRunnerException.invalidArgument("no");

    assertThatThrownBy(
            () ->
                committer.change(
                    tables.load(ID),
                    base -> {
                      throw refusal;
                    }))
        .isSameAs(refusal);
  }

  /** Manifests and manifest lists that no snapshot refers to. */
  private List<String> orphans() {
    Table table = tables.load(ID);
    List<String> files = new ArrayList<>(metadataFiles(".avro"));
    for (Snapshot snapshot : table.snapshots()) {
      files.remove(name(snapshot.manifestListLocation()));
      for (ManifestFile manifest : snapshot.allManifests(table.io())) {
        files.remove(name(manifest.path()));
      }
    }
    return files;
  }

  private static String name(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }

  private List<String> metadataFiles(String suffix) {
    Path metadata = LocalPaths.toPath(tables.load(ID).location()).resolve("metadata");
    try (Stream<Path> files = Files.list(metadata)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.endsWith(suffix))
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
