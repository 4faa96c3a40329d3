package io.icerunner.mirror;

import io.icerunner.internal.catalog.LocalFileIO;
import java.io.IOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** Files of this machine, which tell before a piece of a data file is read. */
public final class HaltingFiles implements FileIO {
  private static final long serialVersionUID = 1L;
  private static volatile Runnable onPiece = () -> {};

  private final LocalFileIO files = new LocalFileIO();

  /** Made by name. */
  public HaltingFiles() {}

  /** Of all files of this process. */
  static void tell(Runnable told) {
    onPiece = told;
  }

  @Override
  public InputFile newInputFile(String location) {
    InputFile file = files.newInputFile(location);
    return location.endsWith(".parquet") ? new DataFile(file) : file;
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return files.newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    files.deleteFile(location);
  }

  private record DataFile(InputFile file) implements InputFile {
    @Override
    public long getLength() {
      return file.getLength();
    }

    @Override
    public SeekableInputStream newStream() {
      return new Pieces(file.newStream());
    }

    @Override
    public String location() {
      return file.location();
    }

    @Override
    public boolean exists() {
      return file.exists();
    }
  }

  private static final class Pieces extends SeekableInputStream {
    private final SeekableInputStream bytes;

    Pieces(SeekableInputStream bytes) {
      this.bytes = bytes;
    }

    @Override
    public long getPos() throws IOException {
      return bytes.getPos();
    }

    @Override
    public void seek(long position) throws IOException {
      bytes.seek(position);
    }

    @Override
    public int read() throws IOException {
      onPiece.run();
      return bytes.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      onPiece.run();
      return bytes.read(target, offset, length);
    }

    @Override
    public void close() throws IOException {
      bytes.close();
    }
  }
}
