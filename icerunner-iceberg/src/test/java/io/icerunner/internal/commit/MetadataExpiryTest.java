package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetadataExpiryTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");

  @TempDir Path folder;
  private CatalogTables tables;
  private SourceFiles source;
  private Table table;

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(folder.resolve("warehouse"));
    source = new SourceFiles(folder.resolve("lake"));
    table =
        tables.createTable(
            ID,
            SourceFiles.SCHEMA,
            SourceFiles.SPEC,
            Map.of("gc.enabled", "false", "commit.manifest.min-count-to-merge", "3"));
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void onlyMetadataOfExpiredSnapshotsGoes() {
    List<DataFile> files = register(12);
    new TableCommitter()
        .change(table, base -> TableChange.builder().remove(files.subList(0, 2)).build());
    List<Long> ids = snapshots();

    MetadataExpiry.Expired expired = new MetadataExpiry().run(tables.load(ID), 3);

    Table now = tables.load(ID);
    assertThat(snapshots()).isEqualTo(ids.subList(ids.size() - 3, ids.size()));
    List<Long> gone = new ArrayList<>(ids.subList(0, ids.size() - 3));
    assertThat(expired.snapshots()).containsExactlyInAnyOrderElementsOf(gone);
    assertThat(expired.files()).isGreaterThan(gone.size());
    assertThat(now.properties()).containsEntry("gc.enabled", "false");
    assertThat(source.in(now)).hasSize(10);
    assertThat(source.onDisk()).hasSize(12);
    assertThat(avroFiles()).isEqualTo(referredAvroFiles());
  }

  @Test
  void withoutAnythingToExpireThereIsNoCommit() {
    register(2);
    String before = metadata();

    assertThat(new MetadataExpiry().run(table, 2))
        .isEqualTo(new MetadataExpiry.Expired(List.of(), 0));
    assertThat(metadata()).isEqualTo(before);
  }

  @Test
  void anEmptyTableHasNothingToExpire() {
    assertThat(new MetadataExpiry().run(table, 1).snapshots()).isEmpty();
  }

  @Test
  void whatTagsAndBranchesNeedStaysReadable() {
    register(6);
    List<Long> ids = snapshots();
    table.manageSnapshots().createTag("kept", ids.get(1)).commit();
    table.manageSnapshots().createBranch("side", ids.get(3)).commit();

    MetadataExpiry.Expired expired = new MetadataExpiry().run(tables.load(ID), 1);

    assertThat(expired.snapshots()).containsExactly(ids.get(4));
    Table now = tables.load(ID);
    assertThat(avroFiles()).isEqualTo(referredAvroFiles());
    for (Snapshot snapshot : now.snapshots()) {
      assertThat(snapshot.allManifests(now.io())).isNotEmpty();
    }
  }

  @Test
  void aSnapshotThatAnotherWriterAddsMeanwhileStaysWhole() {
    register(6);
    Table stale = tables.load(ID);
    stale.currentSnapshot();
    register(1, "late");

    new MetadataExpiry().run(stale, 1);

    Table now = tables.load(ID);
    assertThat(now.snapshots()).hasSize(1);
    assertThat(source.in(now)).hasSize(7);
    assertThat(avroFiles()).isEqualTo(referredAvroFiles());
  }

  private List<DataFile> register(int commits) {
    return register(commits, "f");
  }

  private List<DataFile> register(int commits, String name) {
    List<DataFile> files = new ArrayList<>();
    for (int i = 0; i < commits; i++) {
      DataFile file = source.write(table, "tile=a/year=%d/%s.parquet".formatted(i, name));
      files.add(file);
      new TableCommitter()
          .change(tables.load(ID), base -> TableChange.builder().add(List.of(file)).build());
    }
    table.refresh();
    return files;
  }

  private List<Long> snapshots() {
    List<Long> ids = new ArrayList<>();
    tables.load(ID).snapshots().forEach(snapshot -> ids.add(snapshot.snapshotId()));
    return ids;
  }

  private String metadata() {
    return tables.pinned(ID).operations().current().metadataFileLocation();
  }

  private Set<String> referredAvroFiles() {
    Table now = tables.load(ID);
    Set<String> referred = new HashSet<>();
    for (Snapshot snapshot : now.snapshots()) {
      referred.add(name(snapshot.manifestListLocation()));
      for (ManifestFile manifest : snapshot.allManifests(now.io())) {
        referred.add(name(manifest.path()));
      }
    }
    return referred;
  }

  private Set<String> avroFiles() {
    try (Stream<Path> files = Files.list(LocalPaths.toPath(table.location()).resolve("metadata"))) {
      Set<String> names = new HashSet<>();
      files.map(Path::toString).filter(f -> f.endsWith(".avro")).forEach(f -> names.add(name(f)));
      return names;
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  private static String name(String location) {
    return location.substring(location.lastIndexOf('/') + 1);
  }
}
