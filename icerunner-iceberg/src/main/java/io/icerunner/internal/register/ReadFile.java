package io.icerunner.internal.register;

import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.register.schema.FileSchema;
import io.icerunner.internal.register.source.SourceFile;

/** A file whose footer has been read. */
record ReadFile(SourceFile file, ParquetFooter footer, FileSchema schema) {}
