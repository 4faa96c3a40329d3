package io.icerunner.internal.catalog;

import java.io.BufferedOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.UUID;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.PositionOutputStream;

/**
 * A file to write; its folders are made when missing.
 *
 * <p>A table's metadata file has its name only once it is whole: whoever looks through the folder
 * meanwhile, or after the writer died, would take a half-written one for a damaged table.
 */
record LocalOutputFile(String location, Path path) implements OutputFile {
  private static final String METADATA_SUFFIX = ".metadata.json";

  @Override
  public PositionOutputStream create() {
    try {
      Disk.createFolders(path);
      if (isMetadata()) {
        // Such a name has a UUID in it: two writers never want the same.
        if (Files.exists(path)) {
          throw new FileAlreadyExistsException(path.toString());
        }
      } else {
        Files.createFile(path);
      }
    } catch (FileAlreadyExistsException e) {
      throw new AlreadyExistsException(e, "File already exists: %s", location);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write %s".formatted(location), e);
    }
    return createOrOverwrite();
  }

  @Override
  public PositionOutputStream createOrOverwrite() {
    try {
      Disk.createFolders(path);
      return new FileStream(isMetadata() ? unfinished() : path, path);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot write %s".formatted(location), e);
    }
  }

  @Override
  public InputFile toInputFile() {
    return new LocalInputFile(location, path);
  }

  private boolean isMetadata() {
    return location.endsWith(METADATA_SUFFIX);
  }

  private Path unfinished() {
    return path.resolveSibling(".%s.%s".formatted(path.getFileName(), UUID.randomUUID()));
  }

  private static final class FileStream extends PositionOutputStream {
    private static final int BUFFER_BYTES = 64 * 1024;
    private static final String MANIFEST_SUFFIX = ".avro";

    private final Path written;
    private final Path path;
    private final FileOutputStream file;
    private final BufferedOutputStream buffered;
    private long position;
    private boolean closed;

    /**
     * @param written what is written to
     * @param path its name once it is closed
     */
    FileStream(Path written, Path path) throws IOException {
      this.written = written;
      this.path = path;
      this.file = new FileOutputStream(written.toFile());
      this.buffered = new BufferedOutputStream(file, BUFFER_BYTES);
    }

    @Override
    public long getPos() {
      return position;
    }

    @Override
    public void write(int value) throws IOException {
      buffered.write(value);
      position++;
    }

    @Override
    public void write(byte[] source, int offset, int length) throws IOException {
      buffered.write(source, offset, length);
      position += length;
    }

    @Override
    public void flush() throws IOException {
      buffered.flush();
    }

    /**
     * Returns when content and name are on disk. The name of a manifest may follow later, since the
     * metadata file that leads to it is closed later and in the same folder.
     */
    @Override
    public void close() throws IOException {
      if (closed) {
        return;
      }
      closed = true;
      try (file) {
        buffered.flush();
        file.getFD().sync();
      }
      if (!written.equals(path)) {
        Files.move(written, path, StandardCopyOption.ATOMIC_MOVE);
      }
      if (!path.toString().endsWith(MANIFEST_SUFFIX)) {
        Disk.syncFolder(path);
      }
    }
  }
}
