package io.icerunner.internal.write;

import io.icerunner.internal.catalog.LocalFileIO;
import java.io.IOException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/** Local files that take so many bytes and then fail. */
final class FullDisk implements FileIO {
  private static final long serialVersionUID = 1L;

  private final LocalFileIO local = new LocalFileIO();
  private final int room;

  FullDisk(int room) {
    this.room = room;
  }

  @Override
  public InputFile newInputFile(String location) {
    return local.newInputFile(location);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    OutputFile file = local.newOutputFile(location);
    return new OutputFile() {
      @Override
      public PositionOutputStream create() {
        return new Limited(file.create(), room);
      }

      @Override
      public PositionOutputStream createOrOverwrite() {
        return new Limited(file.createOrOverwrite(), room);
      }

      @Override
      public String location() {
        return location;
      }

      @Override
      public InputFile toInputFile() {
        return file.toInputFile();
      }
    };
  }

  @Override
  public void deleteFile(String location) {
    local.deleteFile(location);
  }

  private static final class Limited extends PositionOutputStream {
    private final PositionOutputStream out;
    private final int room;

    Limited(PositionOutputStream out, int room) {
      this.out = out;
      this.room = room;
    }

    @Override
    public long getPos() throws IOException {
      return out.getPos();
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int from, int length) throws IOException {
      if (out.getPos() + length > room) {
        throw new IOException("The disk is full");
      }
      out.write(bytes, from, length);
    }

    @Override
    public void close() throws IOException {
      out.close();
    }
  }
}
