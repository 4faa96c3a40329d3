package io.icerunner.internal.scan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DataFiles;
import org.apache.iceberg.FileFormat;
import org.apache.iceberg.PartitionSpec;
import org.junit.jupiter.api.Test;

class FileRootsTest {
  private static final String TABLE = "file:///wh/default/t";

  private static Set<String> roots(String tableLocation, String... locations) {
    return FileRoots.of(tableLocation, Arrays.stream(locations).map(FileRootsTest::live).toList());
  }

  private static LiveFile live(String location) {
    DataFile file =
        DataFiles.builder(PartitionSpec.unpartitioned())
            .withPath(location)
            .withFormat(FileFormat.PARQUET)
            .withFileSizeInBytes(100)
            .withRecordCount(1)
            .build();
    return LiveFile.of(file, false);
  }

  @Test
  void filesOfTheTableAreInItsOwnFolder() {
    assertThat(
            roots(TABLE, "file:///wh/default/t/data/a.parquet", "/wh/default/t/data/p=1/b.parquet"))
        .containsExactly("/wh/default/t/data/");
    assertThat(roots(TABLE, "file:/wh/default/t/x/a.parquet")).containsExactly("/wh/default/t/");
    assertThat(roots(TABLE)).isEmpty();
  }

  @Test
  void aTableWhoseNameBeginsAlikeIsAnother() {
    assertThat(roots(TABLE, "/wh/default/t2/data/a.parquet"))
        .containsExactly("/wh/default/t2/data/");
  }

  @Test
  void filesOfALakeAreInTheFolderAboveItsPartitions() {
    assertThat(
            roots(
                TABLE,
                "/lake/daily/tile=1_2/year=1994/month=1/part.parquet",
                "/lake/daily/tile=1_3/year=1994/month=1/part.parquet",
                "/lake/monthly/all.parquet"))
        .containsExactlyInAnyOrder("/lake/daily/", "/lake/monthly/");
  }

  @Test
  void partitionsAtTheRootAreOpenedOneByOne() {
    assertThat(roots(TABLE, "/p=1/a.parquet", "/p=2/a.parquet"))
        .containsExactlyInAnyOrder("/p=1/", "/p=2/");
  }

  @Test
  void manyFoldersBecomeTheFolderAboveThem() {
    List<String> files = new ArrayList<>();
    for (int year = 1940; year < 2026; year++) {
      for (int month = 1; month <= 12; month++) {
        files.add("/home/me/lake/%d/%02d/part.parquet".formatted(year, month));
      }
    }
    files.add("/wh/default/t/data/new.parquet");
    files.add("/elsewhere/one.parquet");

    assertThat(roots(TABLE, files.toArray(String[]::new)))
        .containsExactlyInAnyOrder("/home/me/lake/", "/wh/default/t/data/", "/elsewhere/");
  }

  @Test
  void theRootOfTheFileSystemIsNeverOne() {
    List<String> files = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      files.add("/f%d/x/a.parquet".formatted(i));
    }

    assertThat(roots(TABLE, files.toArray(String[]::new))).hasSize(20).contains("/f7/");
  }

  @Test
  void aFolderInsideAnotherIsNotNamedAgain() {
    assertThat(roots(TABLE, "/lake/a.parquet", "/lake/b/c.parquet", "/lake-b/d.parquet"))
        .containsExactlyInAnyOrder("/lake/", "/lake-b/");
  }

  @Test
  void filesOfAnObjectStoreHaveNone() {
    assertThat(roots("s3://bucket/t", "s3://bucket/t/data/a.parquet", "/lake/a.parquet"))
        .containsExactly("/lake/");
  }
}
