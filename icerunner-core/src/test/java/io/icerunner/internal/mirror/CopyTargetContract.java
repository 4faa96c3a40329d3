package io.icerunner.internal.mirror;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalPaths;
import io.icerunner.internal.replica.CommittedLoad;
import io.icerunner.internal.replica.LoadMode;
import io.icerunner.internal.replica.LoadRequest;
import io.icerunner.internal.replica.ReplicaLoad;
import io.icerunner.internal.types.TypeMappers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.ContentFileParser;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.FileScanTask;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.Table;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.io.CloseableIterable;
import org.apache.iceberg.types.Types;
import org.junit.jupiter.api.Test;

/** What every target does with data files that come as they are, and with what is none. */
abstract class CopyTargetContract extends ReplicaTargetContract {
  private static final TableIdentifier OTHER = TableIdentifier.of("d", "other");
  private static final Schema LONG_ID =
      new Schema(Types.NestedField.optional(1, "id", Types.LongType.get()));

  /** A data file of another table, and what its manifest tells of it. */
  private record Given(byte[] content, DataFile file) {
    String entry() {
      return ContentFileParser.toJson(file, PartitionSpec.unpartitioned());
    }

    /** The entry with another value for a key. */
    String entry(String key, Object value) {
      return entry()
          .replaceFirst("\"%s\":[^,}]*".formatted(key), "\"%s\":%s".formatted(key, value));
    }

    byte[] content(int from, int to) {
      return Arrays.copyOfRange(content, from, to);
    }
  }

  /** The data files of a table with one row each. */
  private List<Given> given(int... ids) throws IOException {
    LoadRequest request =
        new LoadRequest(OTHER, LoadMode.APPEND, IDS, LONG_ID, "uuid", null, true, Map.of());
    try (ReplicaLoad load = target.open(request, allocator)) {
      for (int id : ids) {
        write(load, id);
        load.commit(update("other", 1, id));
      }
    }
    try (CloseableIterable<FileScanTask> tasks =
            tables.load(OTHER).newScan().includeColumnStats().planFiles();
        Stream<FileScanTask> all = stream(tasks)) {
      return all.map(task -> given(task.file())).toList();
    }
  }

  private static Stream<FileScanTask> stream(Iterable<FileScanTask> tasks) {
    return StreamSupport.stream(tasks.spliterator(), false);
  }

  private static Given given(DataFile file) {
    try {
      return new Given(Files.readAllBytes(LocalPaths.toPath(file.location())), file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private ReplicaLoad openCopy(Schema source) {
    return target.openCopy(
        new LoadRequest(
            ID,
            LoadMode.APPEND,
            TypeMappers.canonical(source),
            source,
            "uuid",
            null,
            true,
            Map.of()),
        allocator);
  }

  /**
   * What a load of these pieces fails with, also if that is told only when it is to be committed.
   */
  private IceRunnerException failure(PieceBatch pieces) {
    return failure(LONG_ID, pieces);
  }

  private IceRunnerException failure(Schema source, PieceBatch pieces) {
    try (pieces;
        ReplicaLoad load = openCopy(source)) {
      return catchThrowableOfType(
          IceRunnerException.class,
          () -> {
            load.write(pieces.root, null);
            load.commit(update("run", 1, 1));
          });
    }
  }

  private PieceBatch pieces() {
    return new PieceBatch(allocator);
  }

  private void assertRefused(PieceBatch pieces, ErrorCode code, String reason) throws IOException {
    IceRunnerException failure = failure(pieces);
    assertThat(failure).isNotNull();
    assertThat(failure.getMessage()).contains(reason);
    assertThat(failure.code()).isEqualTo(code);
    awaitNoFiles();
    assertThat(table().currentSnapshot()).isNull();
  }

  /** A server clears away on its own time. */
  private void awaitNoFiles() {
    long deadline = System.nanoTime() + 30_000_000_000L;
    while (!files().isEmpty() && System.nanoTime() < deadline) {
      LockSupport.parkNanos(10_000_000);
    }
    assertThat(files()).isEmpty();
  }

  @Test
  void filesComeInPiecesAndStayAsTheyAre() throws IOException {
    List<Given> given = given(1, 2);
    Given one = given.get(0);
    Given other = given.get(1);
    CommittedLoad committed;
    try (ReplicaLoad load = openCopy(LONG_ID)) {
      try (PieceBatch pieces = pieces()) {
        pieces
            .add(7, one.entry(), 0, one.content(0, 0))
            .add(3, other.entry(), 0, other.content(0, 100))
            .add(7, null, 0, one.content(0, 200))
            .add(3, null, 100, other.content(100, other.content().length));
        load.write(pieces.root, null);
      }
      try (PieceBatch pieces = pieces()) {
        pieces.add(7, null, 200, one.content(200, one.content().length));
        load.write(pieces.root, null);
      }
      committed = load.commit(update("run", 1, 1));
    }
    assertThat(committed.rows()).isEqualTo(2);
    assertThat(committed.files()).isEqualTo(2);
    assertThat(committed.bytes()).isEqualTo((long) one.content().length + other.content().length);
    assertThat(rows()).containsExactly("1", "2");
    assertThat(files()).hasSize(2);
    Table table = table();
    try (CloseableIterable<FileScanTask> tasks = table.newScan().includeColumnStats().planFiles();
        Stream<FileScanTask> all = stream(tasks)) {
      assertThat(all.map(FileScanTask::file))
          .allSatisfy(
              file -> {
                Given same = file.lowerBounds().equals(one.file().lowerBounds()) ? one : other;
                assertThat(file.location()).startsWith(table.location());
                assertThat(file.upperBounds()).isEqualTo(same.file().upperBounds());
                assertThat(file.columnSizes()).isEqualTo(same.file().columnSizes());
                assertThat(file.valueCounts()).isEqualTo(same.file().valueCounts());
                assertThat(file.splitOffsets()).isEqualTo(same.file().splitOffsets());
                assertThat(Files.readAllBytes(LocalPaths.toPath(file.location())))
                    .isEqualTo(same.content());
              });
    }
  }

  @Test
  void statisticsThatAreNotToldAreThoseOfTheFile() throws IOException {
    Given one = given(5).get(0);
    String bare =
        "{\"spec-id\":0,\"content\":\"data\",\"file-path\":\"x\",\"file-format\":\"parquet\","
            + "\"partition\":[],\"file-size-in-bytes\":%s,\"record-count\":1}"
                .formatted(one.content().length);
    try (ReplicaLoad load = openCopy(LONG_ID);
        PieceBatch pieces = pieces().add(0, bare, 0, one.content())) {
      load.write(pieces.root, null);
      load.commit(update("run", 1, 1));
    }
    try (CloseableIterable<FileScanTask> tasks =
        table().newScan().includeColumnStats().planFiles()) {
      DataFile file = tasks.iterator().next().file();
      assertThat(file.lowerBounds()).isEqualTo(one.file().lowerBounds());
      assertThat(file.valueCounts()).isEqualTo(one.file().valueCounts());
    }
  }

  @Test
  void piecesOutOfOrderAreRefused() throws IOException {
    Given one = given(1).get(0);
    int length = one.content().length;
    assertRefused(
        pieces().add(0, one.entry(), 0, one.content(0, 10)).add(0, null, 11, one.content(11, 20)),
        ErrorCode.INVALID_ARGUMENT,
        "it is at byte 11, and 10 bytes have come");
    assertRefused(
        pieces().add(0, one.entry(), 0, one.content(0, 10)).add(0, null, 5, one.content(5, 20)),
        ErrorCode.INVALID_ARGUMENT,
        "it is at byte 5, and 10 bytes have come");
    assertRefused(
        pieces().add(0, one.entry(), 0, Arrays.copyOf(one.content(), length + 1)),
        ErrorCode.INVALID_ARGUMENT,
        "it ends after byte %s".formatted(length));
    assertRefused(
        pieces().add(4, null, 0, one.content()), ErrorCode.INVALID_ARGUMENT, "piece of file 4");
    assertRefused(
        pieces().add(0, one.entry(), 0, one.content()).add(0, one.entry(), 0, one.content()),
        ErrorCode.INVALID_ARGUMENT,
        "there was one of that number");
    PieceBatch many = pieces();
    for (int i = 0; i < 300; i++) {
      many.add(i, one.entry(), 0, new byte[0]);
    }
    assertRefused(many, ErrorCode.INVALID_ARGUMENT, "files are not whole");
  }

  @Test
  void entriesOfOtherThingsAreRefused() throws IOException {
    Given one = given(1).get(0);
    for (String entry :
        List.of(
            "",
            "{}",
            "no JSON",
            "[" + one.entry() + "]",
            one.entry("file-format", "\"avro\""),
            one.entry("content", "\"position-deletes\""),
            one.entry("file-size-in-bytes", -1),
            one.entry("record-count", -1),
            one.entry("spec-id", 5))) {
      assertRefused(
          pieces().add(0, entry, 0, one.content()),
          ErrorCode.INVALID_ARGUMENT,
          "what is told of a data file");
    }
    assertRefused(
        pieces().add(0, one.entry() + " ".repeat(4 << 20), 0, one.content()),
        ErrorCode.UNSUPPORTED,
        "what is told of it has more than");
  }

  @Test
  void aFileThatIsNotWhatWasToldIsNotTaken() throws IOException {
    Given one = given(1).get(0);
    assertRefused(
        pieces().add(0, one.entry(), 0, one.content(0, 10)),
        ErrorCode.UNAVAILABLE,
        "only 10 of its %s bytes have come".formatted(one.content().length));
    assertRefused(
        pieces().add(0, one.entry("record-count", 2), 0, one.content()),
        ErrorCode.UNAVAILABLE,
        "it has 1 rows");
    assertRefused(
        pieces().add(0, one.entry(), 0, new byte[one.content().length]),
        ErrorCode.UNAVAILABLE,
        "no Parquet file");
    byte[] badFooter = one.content().clone();
    Arrays.fill(badFooter, badFooter.length - 100, badFooter.length - 8, (byte) 0xff);
    assertRefused(pieces().add(0, one.entry(), 0, badFooter), ErrorCode.UNAVAILABLE, "footer");
  }

  @Test
  void boundsThatNobodyCouldReadAreLeftOut() throws IOException {
    Given one = given(1).get(0);
    String bent =
        one.entry()
            .replaceFirst(
                "\"lower-bounds\":\\{[^}]*\\}",
                "\"lower-bounds\":{\"keys\":[1,77],\"values\":[\"00\",\"00\"]}");
    assertThat(bent).contains("77");
    try (ReplicaLoad load = openCopy(LONG_ID);
        PieceBatch pieces = pieces().add(0, bent, 0, one.content())) {
      load.write(pieces.root, null);
      load.commit(update("run", 1, 1));
    }
    try (CloseableIterable<FileScanTask> tasks =
        table().newScan().includeColumnStats().planFiles()) {
      assertThat(tasks.iterator().next().file().lowerBounds()).isNullOrEmpty();
    }
    assertThat(rows()).containsExactly("1");
  }

  @Test
  void aFileOfOtherColumnsIsNotTaken() throws IOException {
    Given one = given(1).get(0);
    Schema text = new Schema(Types.NestedField.optional(1, "id", Types.StringType.get()));
    IceRunnerException refused = failure(text, pieces().add(0, one.entry(), 0, one.content()));
    assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(refused.getMessage()).contains("column id is stored as", "not as string");
    awaitNoFiles();
  }

  @Test
  void aTableWithOtherIdsTakesNoFiles() {
    Schema seven = new Schema(Types.NestedField.optional(7, "id", Types.LongType.get()));
    IceRunnerException refused =
        catchThrowableOfType(IceRunnerException.class, () -> openCopy(seven).close());
    assertThat(refused.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(refused.getMessage()).contains("column id has another field id", "7");
  }

  @Test
  void batchesThatAreNoPiecesAreRefused() throws IOException {
    given(1);
    PieceBatch pieces = pieces().add(0, "{}", 0, new byte[1]);
    pieces.root.getVector(2).setNull(0);
    IceRunnerException refused = failure(pieces);
    assertThat(refused.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(refused.getMessage()).contains("position has a null");
    awaitNoFiles();
  }
}
