package io.icerunner.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.server.IceRunnerServer;
import io.icerunner.spi.TypeMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Data files of one IceRunner become data files of another, or their rows do. */
class FileCopyIT {
  private static final String TABLE = TwoLakes.TABLE;
  private static final Schema IDS =
      new Schema(List.of(Field.nullable("id", new ArrowType.Int(64, true))));

  @TempDir private static Path folder;
  private static TwoLakes lakes;
  private static Lake source;
  private static Lake target;

  @BeforeAll
  static void open() {
    lakes = new TwoLakes(folder);
    source = lakes.source;
    target = lakes.target;
  }

  @AfterEach
  void drop() {
    for (Lake lake : List.of(source, target)) {
      lake.catalog().dropTable(TableIdentifier.parse(TABLE), true);
    }
  }

  @AfterAll
  static void close() throws Exception {
    lakes.close();
  }

  private TableMirrorResult copy() {
    return copy(UnaryOperator.identity());
  }

  private TableMirrorResult copy(UnaryOperator<MirrorBuilder> more) {
    return lakes.run(builder -> more.apply(builder.leastFileBytes(1)));
  }

  /** To the other server instead of into its catalog. */
  private MirrorBuilder remote() {
    return Mirror.builder()
        .source(source.uri() + "/" + TABLE)
        .target(target.uri())
        .table(TABLE)
        .leastFileBytes(1)
        .longestPause(Duration.ofMillis(50));
  }

  private static TableMirrorResult run(MirrorBuilder builder) {
    TableMirrorResult result = builder.build().runOnce().tables().get(0);
    if (result.failure() != null) {
      throw result.failure();
    }
    return result;
  }

  /** What is in the data files of the current snapshot, in any order. */
  private static List<String> contents(Lake lake) {
    return lake.filePaths(TABLE).stream()
        .map(location -> Arrays.toString(bytes(LocalPaths.toPath(location))))
        .sorted()
        .toList();
  }

  private static byte[] bytes(Path file) {
    try {
      return Files.readAllBytes(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Data files in the folder of the target's table. */
  private long storedFiles() throws IOException {
    Path data = LocalPaths.toPath(target.table(TABLE).location()).resolve("data");
    if (!Files.exists(data)) {
      return 0;
    }
    try (Stream<Path> files = Files.walk(data)) {
      return files.filter(Files::isRegularFile).count();
    }
  }

  /** The target has the source's files, byte by byte, and no others. */
  private void assertFilesCopied() throws IOException {
    lakes.assertEqual();
    assertThat(contents(target)).isEqualTo(contents(source));
    assertThat(storedFiles()).isEqualTo(target.filePaths(TABLE).size());
  }

  private void twoPuts() {
    source.put(TABLE, 0, 10);
    source.put(TABLE, 10, 5);
  }

  @Test
  void copiesTheFilesOfATableAndThenThoseThatAreNew() throws IOException {
    twoPuts();
    TableMirrorResult first = copy();
    assertThat(first.outcome()).isEqualTo(TableOutcome.UPDATED);
    assertThat(first.rows()).isEqualTo(15);
    assertThat(first.tableRows()).isEqualTo(15);
    assertThat(first.commits()).isEqualTo(1);
    assertThat(first.bytes()).isPositive();
    assertFilesCopied();
    assertThat(target.lastFiles(TABLE))
        .allSatisfy(file -> assertThat(file.lowerBounds()).isNotEmpty())
        .allSatisfy(file -> assertThat(file.columnSizes()).isNotEmpty());

    assertThat(copy().outcome()).isEqualTo(TableOutcome.UNCHANGED);
    source.put(TABLE, 15, 5);
    source.put(TABLE, 20, 5);
    TableMirrorResult second = copy();
    assertThat(second.rows()).isEqualTo(10);
    assertThat(second.commits()).isEqualTo(1);
    assertFilesCopied();
  }

  @Test
  void copiesFilesToAServer() throws IOException {
    twoPuts();
    assertThat(run(remote()).rows()).isEqualTo(15);
    assertFilesCopied();
    source.put(TABLE, 15, 5);
    source.put(TABLE, 20, 5);
    assertThat(run(remote()).rows()).isEqualTo(10);
    assertFilesCopied();
    assertThat(run(remote()).outcome()).isEqualTo(TableOutcome.UNCHANGED);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void replacesByFilesWhatTheSourceRewrote(boolean isRemote) throws IOException {
    source.put(TABLE, 0, 5);
    var first = source.lastFiles(TABLE).get(0);
    source.put(TABLE, 5, 5);
    source.put(TABLE, 10, 5);
    TableMirrorResult ignored = isRemote ? run(remote()) : copy();
    source.table(TABLE).newDelete().deleteFile(first).commit();
    TableMirrorResult replaced = isRemote ? run(remote()) : copy();
    assertThat(replaced.outcome()).isEqualTo(TableOutcome.REPLACED);
    assertThat(contents(target)).isEqualTo(contents(source));
    lakes.assertRows(LongStream.range(5, 15));
  }

  @Test
  void resyncsByFiles() {
    twoPuts();
    target.put(TABLE, 100, 1);
    assertThat(copy(builder -> builder.resync(true)).outcome()).isEqualTo(TableOutcome.REPLACED);
    assertThat(contents(target)).isEqualTo(contents(source));
    lakes.assertRows(LongStream.range(0, 15));
  }

  @Test
  void makesACommitOfEachSnapshotIfAsked() throws IOException {
    twoPuts();
    copy();
    source.put(TABLE, 15, 5);
    source.put(TABLE, 20, 5);
    assertThat(copy(builder -> builder.commitPerSnapshot(true)).commits()).isEqualTo(2);
    assertFilesCopied();
  }

  @Test
  void followsColumnsByFiles() throws IOException {
    twoPuts();
    copy();
    source.table(TABLE).updateSchema().renameColumn("name", "title").commit();
    source.table(TABLE).updateSchema().addColumn("note", Types.StringType.get()).commit();
    copy();
    source.table(TABLE).updateSchema().renameColumn("title", "name").commit();
    source.put(TABLE, 15, 1);
    source.put(TABLE, 16, 1);
    copy();
    assertFilesCopied();
  }

  @Test
  void copiesFilesOfPartitions() throws IOException {
    source.put(TABLE, 0, 0);
    Table table = source.table(TABLE);
    table.updateSpec().addField("name").commit();
    for (long id = 0; id < 2; id++) {
      DataFile loose = source.looseFile(TABLE, id, 1);
      table
          .newAppend()
          .appendFile(
              DataFiles.builder(table.spec())
                  .withPath(loose.location())
                  .withFormat(FileFormat.PARQUET)
                  .withFileSizeInBytes(loose.fileSizeInBytes())
                  .withRecordCount(loose.recordCount())
                  .withPartitionPath("name=n" + id)
                  .build())
          .commit();
    }
    copy();
    assertFilesCopied();
  }

  /** The two files of the source became one. */
  private void assertRowsCopied() {
    lakes.assertEqual();
    assertThat(target.filePaths(TABLE)).hasSize(1);
  }

  @Test
  void readsRowsIfToldTo() {
    twoPuts();
    copy(builder -> builder.copyDataFiles(false));
    assertRowsCopied();
  }

  @Test
  void readsRowsIfAHostHasASayInTheirTypes() {
    twoPuts();
    copy(builder -> builder.typeMapper(new TypeMapper() {}));
    assertRowsCopied();
  }

  /** Masks text. */
  private static final class Masks implements TypeMapper {
    @Override
    public @Nullable ArrowMapping toArrow(Types.NestedField field, int formatVersion) {
      return field.type().typeId() == Type.TypeID.STRING
          ? new ArrowMapping(Field.nullable(field.name(), ArrowType.Utf8.INSTANCE), Masks::stars)
          : null;
    }

    private static FieldVector stars(FieldVector source, BufferAllocator allocator) {
      VarCharVector masked = new VarCharVector(source.getName(), allocator);
      for (int row = 0; row < source.getValueCount(); row++) {
        masked.setSafe(row, "*".getBytes(StandardCharsets.UTF_8));
      }
      masked.setValueCount(source.getValueCount());
      return masked;
    }
  }

  @Test
  void givesNoFilesOfWhatAServerShowsInAnotherWay() throws Exception {
    twoPuts();
    try (IceRunnerServer masking =
        IceRunnerServer.builder()
            .catalog(source.catalog())
            .typeMapper(new Masks())
            .port(0)
            .start()) {
      copy(builder -> builder.source("grpc://127.0.0.1:" + masking.port() + "/" + TABLE));
    }
    assertThat(target.rows(TABLE)).contains("0,*", "14,*").hasSize(15);
  }

  @Test
  void makesLargerFilesOfSmallOnes() {
    twoPuts();
    lakes.run();
    assertRowsCopied();
  }

  @Test
  void cutsRowsWhereFilesCannotBeCut() {
    twoPuts();
    copy(builder -> builder.batchSize(7));
    lakes.assertEqual();
    assertThat(contents(target)).doesNotContainAnyElementsOf(contents(source));
  }

  @Test
  void readsRowsWhereIdsOfColumnsAreOthers() {
    source.put(TABLE, 0, 0);
    source.table(TABLE).updateSchema().deleteColumn("name").commit();
    source.table(TABLE).updateSchema().addColumn("name", Types.StringType.get()).commit();
    twoPuts();
    copy();
    assertRowsCopied();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsRowsOfAFileWithAColumnThatWasDropped(boolean isRemote) throws IOException {
    twoPuts();
    source.table(TABLE).updateSchema().deleteColumn("name").commit();
    TableMirrorResult byRows = isRemote ? run(remote()) : copy();
    assertThat(byRows.rows()).isEqualTo(15);
    assertThat(byRows.commits()).isEqualTo(1);
    assertThat(storedFiles()).isEqualTo(1);
    lakes.assertEqual();
    assertThat(target.rows(TABLE)).contains("0", "14");
    assertThat(target.filePaths(TABLE)).hasSize(1);
    // The target gives the id of the dropped column to the next one.
    source.table(TABLE).updateSchema().addColumn("more", Types.StringType.get()).commit();
    copy(builder -> builder.resync(true));
    lakes.assertEqual();
    assertThat(target.rows(TABLE)).contains("0,null");
  }

  @Test
  void readsRowsOfFilesThatLackRenamedColumns() {
    twoPuts();
    source.table(TABLE).updateSchema().renameColumn("name", "title").commit();
    copy();
    assertRowsCopied();
    assertThat(target.rows(TABLE)).contains("14,n14");
  }

  @Test
  void leavesNullsInAColumnThatTheTargetKept() {
    source.put(TABLE, 0, 5);
    copy();
    source.put(TABLE, 5, 5);
    source.put(TABLE, 10, 5);
    source.table(TABLE).updateSchema().deleteColumn("name").commit();
    copy();
    assertThat(target.rows(TABLE))
        .contains("0,n0", "4,n4", "5,null", "14,null")
        .hasSize(15)
        .doesNotContain("5,n5");
    source.put(TABLE, IDS, 15, 5);
    source.put(TABLE, IDS, 20, 5);
    copy();
    assertThat(target.rows(TABLE)).contains("0,n0", "15,null", "24,null").hasSize(25);
  }

  @Test
  void copiesNothingOfAFileThatWasCutOff() throws IOException {
    source.put(TABLE, 0, 5);
    copy();
    source.put(TABLE, 5, 5);
    source.put(TABLE, 10, 5);
    Path last = LocalPaths.toPath(source.lastFiles(TABLE).get(0).location());
    byte[] whole = bytes(last);
    Files.write(last, Arrays.copyOf(whole, whole.length - 1));
    for (boolean isRemote : new boolean[] {false, true}) {
      MirrorBuilder mirror = isRemote ? remote() : lakes.mirror().leastFileBytes(1);
      IceRunnerException failure =
          Objects.requireNonNull(
              mirror.patience(Duration.ZERO).build().runOnce().tables().get(0).failure());
      assertThat(failure.getMessage())
          .contains(last.getFileName().toString())
          .contains("has %s bytes, and %s".formatted(whole.length - 1, whole.length));
      assertThat(failure.code()).isEqualTo(ErrorCode.UNAVAILABLE);
      lakes.assertRows(LongStream.range(0, 5));
    }
    Files.write(last, whole);
    copy();
    assertFilesCopied();
  }
}
