package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.parquet.FooterReader;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import io.icerunner.internal.register.schema.FileSchema;
import io.icerunner.internal.register.source.SourceFile;
import io.icerunner.internal.register.source.SourceStore;
import java.io.IOException;
import java.util.List;

/** Reads the footers of files, many at once. */
final class FooterReads {
  private final SourceStore store;

  FooterReads(SourceStore store) {
    this.store = store;
  }

  /**
   * In the order of the files.
   *
   * @throws IceRunnerException naming the first file that cannot be read or has a column that
   *     cannot be registered
   */
  List<ReadFile> read(List<SourceFile> files) {
    return store.parallel(files, this::read);
  }

  private ReadFile read(SourceFile file) {
    try {
      ParquetFooter footer =
          FooterReader.read(
              file.location(),
              file.size(),
              (offset, length) -> store.read(file.location(), offset, length));
      return new ReadFile(file, footer, FileSchema.of(file.location(), footer));
    } catch (UnreadableFile | IOException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot register %s: %s".formatted(file.location(), e.getMessage()));
    }
  }
}
