package io.icerunner.internal.copy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.RecordBatchStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.exceptions.NotFoundException;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.jspecify.annotations.Nullable;

/** Reads data files, one after the other, as batches of one {@link FilePiece} each. */
public final class PieceStream implements RecordBatchStream {
  private final String table;
  private final FileIO io;
  private final Deque<DataFile> files;
  private final VectorSchemaRoot root;
  private final byte[] buffer = new byte[FilePiece.BYTES];
  private @Nullable SeekableInputStream open;
  private int number;
  private long position;
  private volatile boolean cancelled;

  /**
   * @param table for messages
   * @param files with all that is to be told of them
   */
  public PieceStream(String table, FileIO io, List<DataFile> files, BufferAllocator allocator) {
    this.table = table;
    this.io = io;
    this.files = new ArrayDeque<>(files);
    this.root = VectorSchemaRoot.create(FilePiece.SCHEMA, allocator);
  }

  @Override
  public Schema schema() {
    return FilePiece.SCHEMA;
  }

  @Override
  public VectorSchemaRoot root() {
    return root;
  }

  @Override
  public boolean loadNextBatch() {
    root.clear();
    if (cancelled) {
      throw IceRunnerException.cancelled("Cannot read on: the reading was ended");
    }
    DataFile file = files.peek();
    if (file == null) {
      return false;
    }
    try {
      read(file);
    } catch (NotFoundException e) {
      throw IceRunnerException.notFound(
          "Cannot read table %s: data file %s is missing".formatted(table, file.location()));
    } catch (EOFException e) {
      throw failed(file, "it ended after less than its %s bytes".formatted(size(file)), e);
    } catch (IOException | UncheckedIOException e) {
      throw failed(file, String.valueOf(e.getMessage()), e);
    }
    return true;
  }

  private void read(DataFile file) throws IOException {
    boolean isFirst = open == null;
    SeekableInputStream in = isFirst ? open(file) : Objects.requireNonNull(open);
    int length = (int) Math.min(buffer.length, size(file) - position);
    IOUtil.readFully(in, buffer, 0, length);
    FilePiece.set(root, number, isFirst ? FileEntry.write(file) : null, position, buffer, length);
    position += length;
    if (position == size(file)) {
      closeFile();
      files.remove();
      number++;
    }
  }

  private SeekableInputStream open(DataFile file) {
    InputFile input = io.newInputFile(file.location());
    long length = input.getLength();
    if (length != size(file)) {
      throw failed(
          file, "it has %s bytes, and %s by the table".formatted(length, size(file)), null);
    }
    SeekableInputStream in = input.newStream();
    open = in;
    position = 0;
    return in;
  }

  private static long size(DataFile file) {
    return file.fileSizeInBytes();
  }

  private IceRunnerException failed(DataFile file, String reason, @Nullable Exception cause) {
    return new IceRunnerException(
        ErrorCode.UNAVAILABLE,
        "Cannot read data file %s of table %s: %s".formatted(file.location(), table, reason),
        cause);
  }

  @Override
  public void cancel() {
    cancelled = true;
  }

  private void closeFile() throws IOException {
    SeekableInputStream in = open;
    open = null;
    if (in != null) {
      in.close();
    }
  }

  @Override
  public void close() {
    root.close();
    try {
      closeFile();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
