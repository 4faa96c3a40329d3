package io.icerunner.internal.write;

import java.io.BufferedOutputStream;
import java.io.IOException;
import org.apache.iceberg.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/**
 * An Iceberg output file as parquet-java wants it, with the many small writes of a header buffered.
 */
final class FileIoOutput implements org.apache.parquet.io.OutputFile {
  private static final int BUFFER_BYTES = 1 << 16;

  private final OutputFile file;

  FileIoOutput(OutputFile file) {
    this.file = file;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new Counted(file.create());
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return new Counted(file.createOrOverwrite());
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  @Override
  public String getPath() {
    return file.location();
  }

  private static final class Counted extends PositionOutputStream {
    private final BufferedOutputStream out;
    private long position;

    Counted(org.apache.iceberg.io.PositionOutputStream out) {
      this.out = new BufferedOutputStream(out, BUFFER_BYTES);
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int b) throws IOException {
      out.write(b);
      position++;
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      out.write(bytes, from, length);
      position += length;
    }

    @Override
    public void flush() throws IOException {
      out.flush();
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
