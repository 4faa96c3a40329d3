package io.icerunner.internal.register.source;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DataFileRuleTest {

  @ParameterizedTest
  @CsvSource({
    "a.parquet,                             1, true",
    "A.PARQUET,                             1, true",
    "k=1/part-0.snappy.parquet,             1, true",
    "a.parq,                                1, true",
    "a.Pq,                                  1, true",
    "_p=1/a.parquet,                        1, true",
    "k=1/_p=__HIVE_DEFAULT_PARTITION__/a.pq,1, true",
    "k=_x/a.parquet,                        1, true",
    "k=.x/a.parquet,                        1, true",
    "k=1/a.parquet/b.parquet,               1, true",
    "k=1//a.parquet,                        1, true",
    "a b%20c/a.parquet,                     1, true",
    "a.parquet,                             0, false",
    "_SUCCESS,                              0, false",
    "_SUCCESS,                              9, false",
    "_metadata,                             9, false",
    "_common_metadata,                      9, false",
    "_a.parquet,                            9, false",
    "_a=1.parquet,                          9, false",
    "_temporary/0/a.parquet,                9, false",
    "k=1/_temporary/0/a.parquet,            9, false",
    "_delta_log/1.checkpoint.parquet,       9, false",
    ".hidden/a.parquet,                     9, false",
    ".k=1/a.parquet,                        9, false",
    "k=1/.a.parquet,                        9, false",
    ".a.parquet.crc,                        9, false",
    "a.parquet.crc,                         9, false",
    "a.parquet.tmp,                         9, false",
    "a.parquet._COPYING_,                   9, false",
    "a.tmp,                                 9, false",
    "a.csv,                                 9, false",
    "parquet,                               9, false",
    "a,                                     9, false",
  })
  void tellsDataFiles(String path, long size, boolean isData) {
    assertThat(DataFileRule.isData(path, size)).isEqualTo(isData);
  }
}
