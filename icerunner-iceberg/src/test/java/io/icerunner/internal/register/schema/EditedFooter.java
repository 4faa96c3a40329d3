package io.icerunner.internal.register.schema;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Util;

/** Makes files as other writers leave them, out of files that are at hand. */
final class EditedFooter {
  private static final int TRAILER_BYTES = 8;

  private EditedFooter() {}

  /** Copies a file and changes the copy's footer. */
  static Path write(Path from, Path to, Consumer<FileMetaData> change) {
    try {
      byte[] bytes = Files.readAllBytes(from);
      int length =
          ByteBuffer.wrap(bytes)
              .order(ByteOrder.LITTLE_ENDIAN)
              .getInt(bytes.length - TRAILER_BYTES);
      int start = bytes.length - TRAILER_BYTES - length;
      FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, length));
      change.accept(footer);
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.write(bytes, 0, start);
      Util.writeFileMetaData(footer, out);
      int written = out.size() - start;
      out.writeBytes(
          ByteBuffer.allocate(Integer.BYTES)
              .order(ByteOrder.LITTLE_ENDIAN)
              .putInt(written)
              .array());
      out.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
      return Files.write(to, out.toByteArray());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The part of a schema that has such a name; the first one. */
  static SchemaElement element(FileMetaData footer, String name) {
    return footer.getSchema().stream()
        .filter(element -> element.getName().equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** Renames every part of a schema that has such a name. */
  static void rename(FileMetaData footer, String from, String to) {
    for (SchemaElement element : footer.getSchema()) {
      if (element.getName().equals(from)) {
        element.setName(to);
      }
    }
    for (RowGroup group : footer.getRow_groups()) {
      for (ColumnChunk column : group.getColumns()) {
        List<String> path = column.getMeta_data().getPath_in_schema();
        path.replaceAll(name -> name.equals(from) ? to : name);
      }
    }
  }
}
