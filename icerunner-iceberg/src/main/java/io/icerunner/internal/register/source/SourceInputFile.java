package io.icerunner.internal.register.source;

import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A file of the source for Iceberg's readers; each of its reads is one of the store. */
record SourceInputFile(SourceStore store, SourceFile file) implements InputFile {

  @Override
  public long getLength() {
    return file.size();
  }

  @Override
  public SeekableInputStream newStream() {
    return new SourceStream(store, file);
  }

  @Override
  public String location() {
    return file.location();
  }

  /** Whether the file is still there; asks the store. */
  @Override
  public boolean exists() {
    return store.find(file.location()).isPresent();
  }
}
