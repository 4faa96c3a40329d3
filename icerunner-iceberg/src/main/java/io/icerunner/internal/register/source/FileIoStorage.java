package io.icerunner.internal.register.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.DefaultFileIO;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.util.Iterator;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;
import org.apache.iceberg.CatalogProperties;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.IOUtil;
import org.apache.iceberg.io.RangeReadable;
import org.apache.iceberg.io.SeekableInputStream;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Files of an object store, by Iceberg's {@link FileIO} for it. Only its reading half is used. */
final class FileIoStorage implements Storage, AutoCloseable {
  private static final Pattern S3 = Pattern.compile("s3[an]?://.*", Pattern.CASE_INSENSITIVE);

  private final SupportsPrefixOperations io;

  private FileIoStorage(SupportsPrefixOperations io) {
    this.io = io;
  }

  /**
   * Opens the FileIO that {@code io-impl} names, else the one for the scheme of each location.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if it cannot be loaded, UNSUPPORTED if it cannot
   *     list
   */
  static FileIoStorage open(Map<String, String> properties, int openReads) {
    String name =
        properties.getOrDefault(CatalogProperties.FILE_IO_IMPL, DefaultFileIO.class.getName());
    FileIO io = load(name, ClientDefaults.complete(properties, openReads));
    if (io instanceof SupportsPrefixOperations listing) {
      return new FileIoStorage(listing);
    }
    io.close();
    throw IceRunnerException.unsupported(
        "Cannot read a source by %s: it cannot list a folder".formatted(name));
  }

  @Override
  public Iterator<SourceFile> list(String folder) {
    refuseUnreadable(folder);
    return StreamSupport.stream(io.listPrefix(folder).spliterator(), false)
        .filter(file -> !file.location().endsWith("/"))
        .map(FileIoStorage::sourceFile)
        .iterator();
  }

  @Override
  public SourceFile stat(String location) throws IOException {
    refuseUnreadable(location);
    for (FileInfo file : io.listPrefix(location)) {
      if (file.location().equals(location)) {
        return sourceFile(file);
      }
    }
    throw new NoSuchFileException(location);
  }

  @Override
  public byte[] read(String location, long offset, int length) throws IOException {
    refuseUnreadable(location);
    byte[] target = new byte[length];
    try (SeekableInputStream stream = io.newInputFile(location, offset + length).newStream()) {
      if (stream instanceof RangeReadable ranges) {
        ranges.readFully(offset, target);
      } else {
        stream.seek(offset);
        IOUtil.readFully(stream, target, 0, length);
      }
    }
    return target;
  }

  @Override
  public void close() {
    io.close();
  }

  private static FileIO load(String name, Map<String, String> properties) {
    try {
      return CatalogUtil.loadFileIO(name, properties, null);
    } catch (IllegalArgumentException | NoClassDefFoundError e) {
      throw new IceRunnerException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot load the io-impl %s: %s".formatted(name, e.getMessage()),
          e);
    }
  }

  private static SourceFile sourceFile(FileInfo file) {
    return new SourceFile(file.location(), file.size(), file.createdAtMillis());
  }

  /** Iceberg takes what follows {@code ?} or {@code #} off an S3 key and so reads another one. */
  private static void refuseUnreadable(String location) {
    if (!S3.matcher(location).matches()) {
      return;
    }
    boolean cut = location.indexOf('?') >= 0 || location.indexOf('#') >= 0;
    if (cut || location.indexOf("://") != location.lastIndexOf("://")) {
      throw IceRunnerException.unsupported(
          "Cannot read %s: Iceberg does not find S3 keys with '?', '#' or '://'; rename the file or leave it out"
              .formatted(location));
    }
  }
}
