package io.icerunner.internal.catalog;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.StorageCredential;
import org.apache.iceberg.io.SupportsStorageCredentials;
import org.jspecify.annotations.Nullable;

/**
 * The {@code io-impl} of a catalog that names none: {@link LocalFileIO} for files of this machine,
 * Iceberg's FileIO for S3, Google and Azure storage. Unlike Iceberg's own default it needs no
 * Hadoop.
 *
 * <p>Safe for use by many threads.
 */
public final class DefaultFileIO implements DelegateFileIO, SupportsStorageCredentials {
  private static final long serialVersionUID = 1L;

  private final LocalFileIO local = new LocalFileIO();
  private Map<String, String> properties = Map.of();
  private List<StorageCredential> credentials = List.of();
  private transient @Nullable RemoteFileIOs remote;

  /** Made by name by Iceberg's catalogs. */
  public DefaultFileIO() {}

  @Override
  public void initialize(Map<String, String> newProperties) {
    properties = Map.copyOf(newProperties);
    local.initialize(properties);
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public synchronized void setCredentials(List<StorageCredential> newCredentials) {
    close();
    credentials = List.copyOf(newCredentials);
  }

  @Override
  public synchronized List<StorageCredential> credentials() {
    return credentials;
  }

  @Override
  public InputFile newInputFile(String location) {
    return io(location).newInputFile(location);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return io(location).newInputFile(location, length);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return io(location).newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    io(location).deleteFile(location);
  }

  @Override
  public void deleteFiles(Iterable<String> locations) throws BulkDeletionFailureException {
    Map<DelegateFileIO, List<String>> byStore = new LinkedHashMap<>();
    locations.forEach(l -> byStore.computeIfAbsent(io(l), k -> new ArrayList<>()).add(l));
    byStore.forEach(DelegateFileIO::deleteFiles);
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    return io(prefix).listPrefix(prefix);
  }

  @Override
  public void deletePrefix(String prefix) {
    io(prefix).deletePrefix(prefix);
  }

  @Override
  public synchronized void close() {
    if (remote != null) {
      remote.close();
      remote = null;
    }
  }

  private DelegateFileIO io(String location) {
    return LocalPaths.isLocal(location) ? local : remote(location);
  }

  private synchronized DelegateFileIO remote(String location) {
    if (remote == null) {
      remote = new RemoteFileIOs(properties, credentials);
    }
    return remote.of(location);
  }
}
