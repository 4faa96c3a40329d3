package io.icerunner.internal.register.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.LocalPaths;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.SeekableInputStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SourceStoreTest {
  @TempDir Path folder;
  private SourceStore store;

  @BeforeEach
  void open() {
    store =
        SourceStore.open(
            Map.of(), WeatherPolicy.DEFAULT.withDelays(Duration.ofMillis(1), Duration.ofMillis(2)));
  }

  @AfterEach
  void close() {
    store.close();
  }

  private String put(String path, String content) throws IOException {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.writeString(file, content);
    return LocalPaths.toLocation(file);
  }

  private List<String> list(String path) {
    List<String> files = new ArrayList<>();
    store.list(folder.resolve(path).toString()).forEach(file -> files.add(file.location()));
    return files;
  }

  private static IceRunnerException failure(ThrowingCallable action) {
    return catchThrowableOfType(IceRunnerException.class, action);
  }

  @Test
  void aFolderIsListedAtAnyDepthAndNoOtherOfLikeName() throws IOException {
    String one = put("d/tile=1/month=1/a b%2F.parquet", "1");
    String two = put("d/tile=1/month=2/é.parquet", "22");
    put("d/tile=10/month=1/other.parquet", "3");
    assertThat(list("d/tile=1")).containsExactly(one, two);
    assertThat(list("d/tile=1/")).containsExactly(one, two);
    List<SourceFile> files = new ArrayList<>();
    store.list(folder + "/d/../d/tile=1/month=2").forEach(files::add);
    long modified = Files.getLastModifiedTime(LocalPaths.toPath(two)).toMillis();
    assertThat(files).containsExactly(new SourceFile(two, 2, modified));
    assertThat(store.calls().listings()).isEqualTo(3);
  }

  @Test
  void aFolderThatIsNotThereIsEmpty() throws IOException {
    put("file", "");
    assertThat(list("nothing")).isEmpty();
    assertThat(list("file")).isEmpty();
  }

  @Test
  void linksAreFollowedAndLoopsRefused() throws IOException {
    put("real/a.parquet", "a");
    Files.createDirectories(folder.resolve("d"));
    Files.createSymbolicLink(folder.resolve("d/linked"), folder.resolve("real"));
    Files.createSymbolicLink(folder.resolve("d/dangling"), folder.resolve("gone"));
    assertThat(list("d"))
        .containsExactly(LocalPaths.toLocation(folder.resolve("d/linked/a.parquet")));

    Files.createSymbolicLink(folder.resolve("d/up"), folder);
    assertThat(failure(() -> list("d"))).hasMessageContaining("a link to a folder around itself");
  }

  @Test
  void tailsAndRangesAreRead() throws IOException {
    SourceFile file = store.stat(put("a", "0123456789"));
    assertThat(store.readTail(file, 4)).isEqualTo("6789".getBytes(StandardCharsets.UTF_8));
    assertThat(store.readTail(file, 400)).hasSize(10);
    assertThat(store.read(file.location(), 2, 3)).isEqualTo("234".getBytes(StandardCharsets.UTF_8));
    assertThat(store.calls()).isEqualTo(new StoreCalls(1, 3, 17, 0));
  }

  @Test
  void icebergsReadersSeekInAFile() throws IOException {
    String text = "x".repeat(1 << 20) + "0123456789";
    SourceFile file = store.stat(put("a", text));
    try (SeekableInputStream in = store.input(file).newStream()) {
      in.seek((1 << 20) - 2);
      byte[] read = new byte[6];
      IOUtil.readFully(in, read, 0, 6);
      assertThat(new String(read, StandardCharsets.UTF_8)).isEqualTo("xx0123");
      assertThat(in.getPos()).isEqualTo((1 << 20) + 4);
      in.seek(file.size());
      assertThat(in.read()).isEqualTo(-1);
    }
    assertThat(store.input(file).getLength()).isEqualTo(text.length());
  }

  @Test
  void aLocalFileIsFetchedWithoutACopy() throws IOException {
    String location = put("manifest.csv", "a");
    assertThat(store.fetch(location, folder.resolve("copies")))
        .isEqualTo(folder.resolve("manifest.csv"));
    assertThat(folder.resolve("copies")).doesNotExist();
  }

  @Test
  void aFileThatShrankIsRefusedNamingBothSizes() throws IOException {
    String location = put("a", "0123456789");
    IceRunnerException e = failure(() -> store.readTail(new SourceFile(location, 500, 0), 100));
    assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
    assertThat(e)
        .hasMessageContaining(location)
        .hasMessageContaining("at least 500 bytes are expected and it has 10");
    assertThat(store.calls().retries()).isEqualTo(2);
  }

  @Test
  void aMissingFileIsToldAtOnce() {
    String location = LocalPaths.toLocation(folder.resolve("gone"));
    assertThat(failure(() -> store.read(location, 0, 1)).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(failure(() -> store.stat(location))).hasMessageContaining(location);
    assertThat(store.find(location)).isEmpty();
    assertThat(failure(() -> store.stat(folder.toString())).code()).isEqualTo(ErrorCode.NOT_FOUND);
    assertThat(store.calls().retries()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"s3://lake/a?b.parquet", "s3a://lake/a#b.parquet", "S3://lake/x://y.parquet"})
  void keysThatIcebergReadsWrongAreRefused(String location) {
    IceRunnerException e = failure(() -> store.read(location, 0, 1));
    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(e).hasMessageContaining(location);
  }

  @Test
  void aStoreWithoutItsClientNamesTheArtifact() {
    IceRunnerException e = failure(() -> store.stat("gs://lake/a.parquet"));
    assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED);
    assertThat(e).hasMessageContaining("org.apache.iceberg:iceberg-gcp ");
  }
}
