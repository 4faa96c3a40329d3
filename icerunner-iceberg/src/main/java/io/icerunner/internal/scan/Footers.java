package io.icerunner.internal.scan;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Interner;
import io.icerunner.internal.parquet.FooterReader;
import io.icerunner.internal.parquet.ParquetFooter;
import io.icerunner.internal.parquet.UnreadableFile;
import java.io.IOException;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.parquet.schema.MessageType;

/**
 * The schemas in the footers of Parquet files. Each footer is read once, as long as there is room
 * to remember its schema; equal schemas are one object.
 *
 * <p>Safe for use by many threads.
 */
final class Footers {
  private static final int REMEMBERED = 200_000;
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
    InputFile input = io.newInputFile(file.location(), file.fileSizeInBytes());
    try (SeekableInputStream stream = input.newStream()) {
      ParquetFooter footer =
          FooterReader.readSchema(
              file.location(), input.getLength(), (offset, length) -> read(stream, offset, length));
      return new MessageType(ROOT, footer.schema().getFields());
    } catch (IOException e) {
      throw new UnreadableFile("its footer cannot be read: " + e.getMessage());
    }
  }

  private static byte[] read(SeekableInputStream stream, long offset, int length)
      throws IOException {
    byte[] bytes = new byte[length];
    stream.seek(offset);
    IOUtil.readFully(stream, bytes, 0, length);
    return bytes;
  }

  private record Key(String location, long length) {}
}
