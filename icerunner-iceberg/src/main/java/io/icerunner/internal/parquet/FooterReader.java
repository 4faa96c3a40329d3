package io.icerunner.internal.parquet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.Util;

/**
 * Reads footers of Parquet files: one read of the file's end, a second one if the footer is larger
 * than that.
 */
public final class FooterReader {
  /** Enough for the footer of some hundred columns; one request of an object store. */
  public static final int FIRST_READ_BYTES = 16 * 1024;

  private static final int TRAILER_BYTES = 8;
  private static final int LARGEST_FOOTER_BYTES = 100 << 20;
  private static final String MAGIC = "PAR1";
  private static final String ENCRYPTED_MAGIC = "PARE";

  private FooterReader() {}

  /**
   * Reads the footer of a file.
   *
   * @param length of the file in bytes
   * @throws UnreadableFile if it is no whole Parquet file, or an encrypted one
   * @throws IOException of the reader
   */
  public static ParquetFooter read(String location, long length, TailReader tail)
      throws UnreadableFile, IOException {
    FileMetaData thrift = parse(footerBytes(length, tail), false);
    return ParquetFooter.of(location, thrift);
  }

  /** As {@link #read}, without the row groups: such a footer has a schema and a row count only. */
  public static ParquetFooter readSchema(String location, long length, TailReader tail)
      throws UnreadableFile, IOException {
    FileMetaData thrift = parse(footerBytes(length, tail), true);
    return new ParquetFooter(location, thrift, ParquetSchemas.of(thrift));
  }

  private static FileMetaData parse(ByteArrayInputStream footer, boolean skipRowGroups)
      throws UnreadableFile {
    FileMetaData thrift;
    try {
      thrift = Util.readFileMetaData(footer, skipRowGroups, null, null, LARGEST_FOOTER_BYTES);
    } catch (IOException | RuntimeException e) {
      throw new UnreadableFile("its footer cannot be read: " + e.getMessage());
    }
    if (thrift.isSetEncryption_algorithm()) {
      throw new UnreadableFile("it is encrypted");
    }
    return thrift;
  }

  private static ByteArrayInputStream footerBytes(long length, TailReader tail)
      throws UnreadableFile, IOException {
    if (length < MAGIC.length() + TRAILER_BYTES) {
      throw new UnreadableFile(
          length == 0 ? "it is empty (0 bytes)" : "it is no Parquet file: it is too short");
    }
    int first = (int) Math.min(length, FIRST_READ_BYTES);
    byte[] end = exactly(tail.read(length - first, first), first);
    int footer = footerLength(end, length);
    if (footer + TRAILER_BYTES <= first) {
      return new ByteArrayInputStream(end, first - TRAILER_BYTES - footer, footer);
    }
    long start = length - TRAILER_BYTES - footer;
    return new ByteArrayInputStream(exactly(tail.read(start, footer), footer));
  }

  private static byte[] exactly(byte[] bytes, int wanted) throws IOException {
    if (bytes.length != wanted) {
      throw new IOException("Read %d bytes instead of %d".formatted(bytes.length, wanted));
    }
    return bytes;
  }

  private static int footerLength(byte[] end, long fileLength) throws UnreadableFile {
    String magic =
        new String(end, end.length - MAGIC.length(), MAGIC.length(), StandardCharsets.ISO_8859_1);
    if (magic.equals(ENCRYPTED_MAGIC)) {
      throw new UnreadableFile("it is encrypted");
    }
    if (!magic.equals(MAGIC)) {
      throw new UnreadableFile(
          "it is no Parquet file, or a truncated one: it does not end in PAR1");
    }
    int footer =
        ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN).getInt(end.length - TRAILER_BYTES);
    if (footer <= 0 || footer > fileLength - TRAILER_BYTES - MAGIC.length()) {
      throw new UnreadableFile(
          "its footer has a wrong length: %d bytes in a file of %d".formatted(footer, fileLength));
    }
    if (footer > LARGEST_FOOTER_BYTES) {
      throw new UnreadableFile("its footer is too large: %d bytes".formatted(footer));
    }
    return footer;
  }
}
