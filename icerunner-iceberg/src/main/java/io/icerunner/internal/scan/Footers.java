package io.icerunner.internal.scan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Interner;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;
import org.apache.parquet.format.converter.ParquetMetadataConverter;
import org.apache.parquet.schema.MessageType;

/**
 * The schemas in the footers of Parquet files. Each footer is read once, as long as there is room
 * to remember its schema; equal schemas are one object.
 *
 * <p>Safe for use by many threads.
 */
final class Footers {
  private static final int REMEMBERED = 200_000;
  private static final int FIRST_READ_BYTES = 32 * 1024;
  private static final int TRAILER_BYTES = 8;
  private static final int LARGEST_THRIFT_BYTES = 100 << 20;
  private static final String MAGIC = "PAR1";
  private static final String ENCRYPTED_MAGIC = "PARE";
  private static final String ROOT = "table";

  private final Interner<MessageType> schemas = Interner.newWeakInterner();
  private final Cache<Key, MessageType> byFile =
      Caffeine.newBuilder().maximumSize(REMEMBERED).build();

  /**
   * The schema of a file.
   *
   * @throws UnreadableFile if it is no Parquet file or an encrypted one
   * @throws org.apache.iceberg.exceptions.NotFoundException if it does not exist
   */
  MessageType schema(FileIO io, DataFile file) throws UnreadableFile {
    Key key = new Key(file.location(), file.fileSizeInBytes());
    MessageType known = byFile.getIfPresent(key);
    if (known != null) {
      return known;
    }
    MessageType read = schemas.intern(read(io, file));
    byFile.put(key, read);
    return read;
  }

  private static MessageType read(FileIO io, DataFile file) throws UnreadableFile {
    try {
      FileMetaData footer =
          Util.readFileMetaData(
              new ByteArrayInputStream(footerBytes(io, file)),
              true,
              null,
              null,
              LARGEST_THRIFT_BYTES);
      if (footer.isSetEncryption_algorithm()) {
        throw new UnreadableFile("it is encrypted");
      }
      MessageType schema =
          new ParquetMetadataConverter().fromParquetMetadata(footer).getFileMetaData().getSchema();
      return new MessageType(ROOT, schema.getFields());
    } catch (IOException | IllegalArgumentException e) {
      throw new UnreadableFile("its footer cannot be read: " + e.getMessage());
    }
  }

  private static byte[] footerBytes(FileIO io, DataFile file) throws IOException, UnreadableFile {
    InputFile input = io.newInputFile(file.location(), file.fileSizeInBytes());
    long length = input.getLength();
    try (SeekableInputStream stream = input.newStream()) {
      byte[] tail = read(stream, length, Math.min(length, FIRST_READ_BYTES));
      int footerLength = footerLength(tail);
      if (footerLength < 0 || footerLength + (long) TRAILER_BYTES > length) {
        throw new UnreadableFile("its footer has a wrong length");
      }
      if (footerLength + TRAILER_BYTES > tail.length) {
        tail = read(stream, length, footerLength + (long) TRAILER_BYTES);
      }
      int start = tail.length - TRAILER_BYTES - footerLength;
      return Arrays.copyOfRange(tail, start, start + footerLength);
    }
  }

  private static byte[] read(SeekableInputStream stream, long fileLength, long count)
      throws IOException {
    byte[] bytes = new byte[(int) Math.min(count, Integer.MAX_VALUE)];
    stream.seek(fileLength - bytes.length);
    IOUtil.readFully(stream, bytes, 0, bytes.length);
    return bytes;
  }

  private static int footerLength(byte[] tail) throws UnreadableFile, EOFException {
    if (tail.length < TRAILER_BYTES) {
      throw new EOFException("the file is too short");
    }
    String magic = new String(tail, tail.length - 4, 4, StandardCharsets.ISO_8859_1);
    if (magic.equals(ENCRYPTED_MAGIC)) {
      throw new UnreadableFile("it is encrypted");
    }
    if (!magic.equals(MAGIC)) {
      throw new UnreadableFile("it is no Parquet file");
    }
    return ByteBuffer.wrap(tail).order(ByteOrder.LITTLE_ENDIAN).getInt(tail.length - TRAILER_BYTES);
  }

  private record Key(String location, long length) {}
}
