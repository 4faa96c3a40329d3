package io.icerunner.internal.commit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.catalog.LocalWarehouse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.expressions.Expression;
import org.apache.iceberg.expressions.Expressions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Finding files that a table has. None of them is on disk: nothing but metadata is read. */
class DuplicateFilesTest {
  private static final TableIdentifier ID = TableIdentifier.of("default", "t");

  @TempDir Path folder;
  private CatalogTables tables;
  private SourceFiles source;
  private Table table;

  @BeforeEach
  void open() {
    tables = LocalWarehouse.open(folder.resolve("warehouse"));
    source = new SourceFiles(folder.resolve("lake"));
    table = tables.createTable(ID, SourceFiles.SCHEMA, SourceFiles.SPEC, Map.of());
  }

  @AfterEach
  void close() {
    tables.close();
  }

  @Test
  void anEmptyTableHasNone() {
    assertThat(find(file("tile=a/year=1/f.parquet")).isEmpty()).isTrue();
  }

  @Test
  void tellsWhatTheTableHasAtTheSamePlace() {
    add(file("tile=a/year=1/f.parquet"), file("tile=b/year=2/g.parquet"));

    DuplicateFiles.Found found =
        find(
            source.describe(table, "tile=a/year=1/f.parquet", 99),
            file("tile=a/year=1/new.parquet"),
            file("tile=b/year=2/g.parquet"));

    assertThat(found.repeated()).isEmpty();
    assertThat(found.inTable())
        .containsOnlyKeys(location("tile=a/year=1/f.parquet"), location("tile=b/year=2/g.parquet"));
    DataFile there =
        found.inTable().values().stream()
            .filter(f -> f.location().endsWith("f.parquet"))
            .findFirst()
            .orElseThrow();
    assertThat(there.recordCount()).isEqualTo(10);
    assertThat(there.fileSizeInBytes()).isEqualTo("tile=a/year=1/f.parquet".length());
    assertThat(there.partition().get(0, String.class)).isEqualTo("a");
    new TableCommitter()
        .change(table, base -> TableChange.builder().remove(List.of(there)).build());
    assertThat(source.in(tables.load(ID))).containsExactly("tile=b/year=2/g.parquet");
    assertThat(find(file("tile=a/year=1/f.parquet")).isEmpty()).isTrue();
  }

  @Test
  void aFileIsTheSameHoweverItsLocationIsSpelled() {
    String path = LocalPaths.toPath(location("tile=a/year=1/f.parquet")).toString();
    add(file("tile=a/year=1/f.parquet"));
    for (String spelled : List.of(path, "file:" + path, "file://" + path, "FILE:/./" + path)) {
      DataFile file =
          DataFiles.builder(table.spec())
              .copy(file("tile=a/year=1/f.parquet"))
              .withPath(spelled)
              .build();
      assertThat(find(file).inTable()).as(spelled).containsOnlyKeys(spelled);
    }
  }

  @Test
  void tellsWhatIsInTheListTwice() {
    DataFile file = file("tile=a/year=1/f.parquet");
    DataFile other =
        DataFiles.builder(table.spec())
            .copy(file)
            .withPath(LocalPaths.toPath(file.location()).toString())
            .build();

    assertThat(find(file, other).repeated()).containsExactly(other.location());
    assertThat(find(file, other).inTable()).isEmpty();
  }

  @Test
  void nullsAndOldSpecsAndUnpartitionedTablesAreLookedInto() {
    DataFile inNull =
        DataFiles.builder(table.spec())
            .copy(file("tile=a/year=1/f.parquet"))
            .withPartitionPath("tile=__HIVE_DEFAULT_PARTITION__/year=1")
            .build();
    add(inNull);
    assertThat(find(inNull).inTable()).hasSize(1);
    assertThat(find(file("tile=b/year=1/f.parquet")).isEmpty()).isTrue();

    add(file("tile=c/year=3/f.parquet"));
    table.updateSpec().removeField("tile").removeField("year").commit();
    table = tables.load(ID);
    assertThat(table.spec().isUnpartitioned()).isTrue();
    assertThat(find(file("tile=c/year=3/f.parquet")).inTable()).hasSize(1);
    add(file("tile=d/year=3/f.parquet"));
    assertThat(find(file("tile=d/year=3/f.parquet")).inTable()).hasSize(1);
    assertThat(find(file("tile=d/year=4/f.parquet")).isEmpty()).isTrue();
  }

  @Test
  void onlyManifestsThatMayHoldTheFilesAreRead() {
    for (int year = 1; year <= 5; year++) {
      add(file("tile=a/year=" + year + "/f.parquet"), file("tile=m/year=" + year + "/f.parquet"));
    }
    PartitionOverlap none = overlap("tile=a/year=6/f.parquet", "tile=z/year=3/f.parquet");
    PartitionOverlap two = overlap("tile=b/year=2/f.parquet", "tile=m/year=4/f.parquet");

    assertThat(Manifests.current(table)).hasSize(5);
    assertThat(Manifests.current(table).stream().filter(none::mayHold)).isEmpty();
    assertThat(Manifests.current(table).stream().filter(two::mayHold)).hasSize(2);
  }

  @Test
  void bucketsAndDatesArePassedOverByTheirValues() {
    PartitionSpec spec =
        PartitionSpec.builderFor(SourceFiles.SCHEMA).bucket("id", 16).truncate("tile", 1).build();
    table =
        tables.createTable(TableIdentifier.of("default", "u"), SourceFiles.SCHEMA, spec, Map.of());
    add(file("id_bucket=3/tile_trunc=a/f.parquet"));

    assertThat(find(file("id_bucket=3/tile_trunc=a/f.parquet")).inTable()).hasSize(1);
    PartitionOverlap other = overlap("id_bucket=4/tile_trunc=a/f.parquet");
    assertThat(Manifests.current(table)).noneMatch(other::mayHold);
  }

  @Test
  void liveFilesAreThoseUnderTheGivenFolders() {
    add(file("tile=1/year=1/f.parquet"), file("tile=1/year=2/g.parquet"));
    add(file("tile=10/year=1/h.parquet"), file("tile=2/year=1/i.parquet"));
    Expression all = Expressions.alwaysTrue();

    assertThat(live(all, location("tile=1"))).containsExactly("f.parquet", "g.parquet");
    assertThat(live(all, location("tile=1") + "/")).containsExactly("f.parquet", "g.parquet");
    assertThat(live(all, location("tile=1/year=2/g.parquet"))).containsExactly("g.parquet");
    assertThat(live(all, LocalPaths.toPath(location("tile=10")).toString(), location("tile=2")))
        .containsExactly("h.parquet", "i.parquet");
    assertThat(live(all, location("tile=3"))).isEmpty();
    assertThat(live(all)).isEmpty();
    assertThat(live(Expressions.equal("tile", "2"), location("tile=2")))
        .containsExactly("i.parquet");
    assertThat(live(Expressions.equal("tile", "5"), location("tile=2"))).isEmpty();
  }

  private List<String> live(Expression rows, String... locations) {
    List<String> names = new ArrayList<>();
    for (DataFile file : LiveFiles.list(table, List.of(locations), rows)) {
      names.add(file.location().substring(file.location().lastIndexOf('/') + 1));
    }
    names.sort(null);
    return names;
  }

  private DuplicateFiles.Found find(DataFile... files) {
    return new DuplicateFiles().find(table, List.of(files));
  }

  private PartitionOverlap overlap(String... paths) {
    List<DataFile> files = new ArrayList<>();
    for (String path : paths) {
      files.add(file(path));
    }
    return new PartitionOverlap(table.specs(), files);
  }

  private void add(DataFile... files) {
    new TableCommitter().change(table, base -> TableChange.builder().add(List.of(files)).build());
    table.refresh();
  }

  private DataFile file(String path) {
    return source.describe(table, path, 10);
  }

  private String location(String path) {
    return LocalPaths.toLocation(source.folder().resolve(path));
  }
}
