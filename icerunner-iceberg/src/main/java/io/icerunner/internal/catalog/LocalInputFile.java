package io.icerunner.internal.catalog;

import java.io.EOFException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;

/** A file to read. */
record LocalInputFile(String location, Path path) implements InputFile {

  @Override
  public long getLength() {
    try {
      return Files.size(path);
    } catch (NoSuchFileException e) {
      throw missing(e);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the length of %s".formatted(location), e);
    }
  }

  @Override
  public SeekableInputStream newStream() {
    try {
      return new FileStream(new RandomAccessFile(path.toFile(), "r"));
    } catch (FileNotFoundException e) {
      if (Files.exists(path)) {
        throw new UncheckedIOException("Cannot read %s".formatted(location), e);
      }
      throw missing(e);
    }
  }

  @Override
  public boolean exists() {
    return Files.exists(path);
  }

  private NotFoundException missing(IOException cause) {
    return new NotFoundException(cause, "File does not exist: %s", location);
  }

  private static final class FileStream extends SeekableInputStream {
    private final RandomAccessFile file;

    FileStream(RandomAccessFile file) {
      this.file = file;
    }

    @Override
    public long getPos() throws IOException {
      return file.getFilePointer();
    }

    @Override
    public void seek(long position) throws IOException {
      if (position > file.length()) {
        throw new EOFException(
            "Cannot seek to %s: the file has %s bytes".formatted(position, file.length()));
      }
      file.seek(position);
    }

    @Override
    public int read() throws IOException {
      return file.read();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
      return file.read(target, offset, length);
    }

    @Override
    public long skip(long count) throws IOException {
      long position = file.getFilePointer();
      long skipped = Math.max(0, Math.min(count, file.length() - position));
      file.seek(position + skipped);
      return skipped;
    }

    @Override
    public int available() throws IOException {
      return (int) Math.min(Integer.MAX_VALUE, file.length() - file.getFilePointer());
    }

    @Override
    public void close() throws IOException {
      file.close();
    }
  }
}
