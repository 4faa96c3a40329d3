package io.icerunner.internal.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileReader;
import org.apache.avro.file.DataFileWriter;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.util.Utf8;

/**
 * A copy of a table that another program wrote elsewhere, its paths changed to where the copy is.
 */
final class RelocatedTable {
  private final String from;
  private final Path to;

  private RelocatedTable(String from, Path to) {
    this.from = from;
    this.to = to;
  }

  /**
   * Copies a folder.
   *
   * @param from how the table's metadata names the folder
   */
  static void copy(Path folder, String from, Path to) {
    RelocatedTable table = new RelocatedTable(from, to);
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        table.copyFile(file, to.resolve(folder.relativize(file).toString()));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void copyFile(Path file, Path target) throws IOException {
    Files.createDirectories(target.getParent());
    String name = file.getFileName().toString();
    if (name.endsWith(".gz.metadata.json")) {
      copyGzipped(file, target);
    } else if (name.endsWith(".metadata.json")) {
      Files.writeString(target, moved(Files.readString(file)));
    } else if (name.endsWith(".avro")) {
      copyAvro(file, target);
    } else {
      Files.copy(file, target);
    }
  }

  private void copyGzipped(Path file, Path target) throws IOException {
    try (InputStream in = new GZIPInputStream(Files.newInputStream(file));
        OutputStream out = new GZIPOutputStream(Files.newOutputStream(target))) {
      String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      out.write(moved(text).getBytes(StandardCharsets.UTF_8));
    }
  }

  private String moved(String text) {
    return text.replace("\"" + from, "\"" + to);
  }

  private void copyAvro(Path file, Path target) throws IOException {
    try (DataFileReader<GenericRecord> reader =
            new DataFileReader<>(file.toFile(), new GenericDatumReader<>());
        DataFileWriter<GenericRecord> writer = new DataFileWriter<>(new GenericDatumWriter<>())) {
      for (String key : reader.getMetaKeys()) {
        if (!DataFileWriter.isReservedMeta(key)) {
          writer.setMeta(key, reader.getMeta(key));
        }
      }
      Schema schema = reader.getSchema();
      writer.create(schema, target.toFile());
      for (GenericRecord row : reader) {
        move(row);
        writer.append(row);
      }
    }
  }

  private void move(GenericRecord row) {
    for (Schema.Field field : row.getSchema().getFields()) {
      Object value = row.get(field.pos());
      if (value instanceof Utf8 text && text.toString().startsWith(from)) {
        row.put(field.pos(), new Utf8(to + text.toString().substring(from.length())));
      } else if (value instanceof GenericRecord inner) {
        move(inner);
      }
    }
  }

  /** The newest metadata file below a folder, by name. */
  static Path newestMetadata(Path folder) {
    try (Stream<Path> files = Files.walk(folder)) {
      List<Path> metadata =
          files
              .filter(file -> file.getFileName().toString().endsWith(".metadata.json"))
              .sorted()
              .toList();
      assertThat(metadata).isNotEmpty();
      return metadata.get(metadata.size() - 1);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
