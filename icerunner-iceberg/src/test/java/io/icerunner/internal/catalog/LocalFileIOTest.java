package io.icerunner.internal.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.PositionOutputStream;
import org.apache.iceberg.io.SeekableInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LocalFileIOTest {
  @TempDir Path folder;
  private final LocalFileIO io = new LocalFileIO();

  @ParameterizedTest
  @ValueSource(strings = {"", "file:", "file://"})
  void readsWhatItWroteInEverySpelling(String scheme) throws IOException {
    String location = scheme + folder + "/a b/%41 #1?/ü.bin";
    write(location, "hello");

    assertThat(folder.resolve("a b/%41 #1?/ü.bin")).hasContent("hello");
    assertThat(io.newInputFile(location).getLength()).isEqualTo(5);
    try (SeekableInputStream in = io.newInputFile(location).newStream()) {
      in.seek(1);
      assertThat(in.getPos()).isEqualTo(1);
      assertThat(in.skip(2)).isEqualTo(2);
      assertThat(in.readAllBytes()).isEqualTo("lo".getBytes(StandardCharsets.UTF_8));
      assertThat(in.read()).isEqualTo(-1);
      assertThat(in.skip(9)).isZero();
      assertThatThrownBy(() -> in.seek(6)).isInstanceOf(EOFException.class);
    }
    io.deleteFile(location);
    assertThat(io.newInputFile(location).exists()).isFalse();
    io.deleteFile(location);
  }

  @Test
  void aMetadataFileHasItsNameOnceItIsWhole() throws IOException {
    String location = folder + "/metadata/00000-a.metadata.json";
    try (PositionOutputStream out = io.newOutputFile(location).create()) {
      out.write("{".getBytes(StandardCharsets.UTF_8));
      out.flush();
      assertThat(Path.of(location)).doesNotExist();
      out.write("}".getBytes(StandardCharsets.UTF_8));
    }

    try (Stream<Path> files = Files.list(folder.resolve("metadata"))) {
      assertThat(files).containsExactly(Path.of(location));
    }
    assertThat(Path.of(location)).hasContent("{}");
    assertThatThrownBy(() -> io.newOutputFile(location).create())
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(Path.of(location)).hasContent("{}");
  }

  @Test
  void countsThePositionWhileWriting() throws IOException {
    try (PositionOutputStream out = io.newOutputFile(folder + "/f").create()) {
      out.write(new byte[100_000]);
      out.write(7);
      assertThat(out.getPos()).isEqualTo(100_001);
      out.close();
    }
    assertThat(Files.size(folder.resolve("f"))).isEqualTo(100_001);
  }

  @Test
  void createRefusesAnExistingFileAndOverwriteReplacesIt() throws IOException {
    write(folder + "/f", "one, longer");
    assertThatThrownBy(() -> io.newOutputFile(folder + "/f").create())
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(folder + "/f");
    try (PositionOutputStream out = io.newOutputFile(folder + "/f").createOrOverwrite()) {
      out.write("two".getBytes(StandardCharsets.UTF_8));
    }
    assertThat(folder.resolve("f")).hasContent("two");
  }

  @Test
  void aMissingFileIsToldAsMissing() {
    assertThatThrownBy(() -> io.newInputFile("file://" + folder + "/no").newStream())
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("file://" + folder + "/no");
    assertThatThrownBy(() -> io.newInputFile(folder + "/no").getLength())
        .isInstanceOf(NotFoundException.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"s3://bucket/x", "hdfs://h/x", "http://h/x", "file://host/x"})
  void refusesWhatIsNotOnThisMachine(String location) {
    assertThatThrownBy(() -> io.newInputFile(location))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNSUPPORTED))
        .hasMessageContaining(location);
  }

  @Test
  void listsAndDeletesByPrefixInTheSpellingOfThePrefix() throws IOException {
    String root = "file://" + folder;
    write(root + "/t/data/a", "1");
    write(root + "/t/data/deep/b", "22");
    write(root + "/t2/c", "333");

    assertThat(locations(root + "/t"))
        .containsExactlyInAnyOrder(root + "/t/data/a", root + "/t/data/deep/b");
    assertThat(locations(root + "/t/")).hasSize(2);
    assertThat(locations(root + "/t/data/d")).containsExactly(root + "/t/data/deep/b");
    assertThat(locations(root + "/none/x")).isEmpty();

    io.deletePrefix(root + "/t");
    assertThat(folder.resolve("t")).doesNotExist();
    assertThat(folder.resolve("t2/c")).exists();
  }

  @Test
  void deletesManyAndTellsHowManyItCouldNot() throws IOException {
    write(folder + "/a", "1");
    write(folder + "/full/b", "1");

    assertThatThrownBy(
            () -> io.deleteFiles(List.of(folder + "/full", folder + "/a", folder + "/no")))
        .isInstanceOfSatisfying(
            BulkDeletionFailureException.class,
            e -> assertThat(e.numberFailedObjects()).isEqualTo(1));
    assertThat(folder.resolve("a")).doesNotExist();
  }

  private List<String> locations(String prefix) {
    return StreamSupport.stream(io.listPrefix(prefix).spliterator(), false)
        .map(FileInfo::location)
        .toList();
  }

  private void write(String location, String content) throws IOException {
    try (PositionOutputStream out = io.newOutputFile(location).create()) {
      out.write(content.getBytes(StandardCharsets.UTF_8));
    }
  }
}
