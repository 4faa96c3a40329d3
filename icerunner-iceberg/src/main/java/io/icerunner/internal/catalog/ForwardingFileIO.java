package io.icerunner.internal.catalog;

import java.util.Map;
import org.apache.iceberg.DataFile;
import org.apache.iceberg.DeleteFile;
import org.apache.iceberg.ManifestFile;
import org.apache.iceberg.ManifestListFile;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;
import org.apache.iceberg.io.SupportsBulkOperations;
import org.apache.iceberg.io.SupportsPrefixOperations;

/** Does what another FileIO does; for those that do one thing differently. Not to be serialized. */
public abstract class ForwardingFileIO implements DelegateFileIO {
  private static final long serialVersionUID = 1L;

  private final FileIO delegate;

  /** Forwards to the delegate. */
  protected ForwardingFileIO(FileIO delegate) {
    this.delegate = delegate;
  }

  final FileIO delegate() {
    return delegate;
  }

  @Override
  public InputFile newInputFile(String location) {
    return delegate.newInputFile(location);
  }

  @Override
  public InputFile newInputFile(String location, long length) {
    return delegate.newInputFile(location, length);
  }

  @Override
  public InputFile newInputFile(DataFile file) {
    return delegate.newInputFile(file);
  }

  @Override
  public InputFile newInputFile(DeleteFile file) {
    return delegate.newInputFile(file);
  }

  @Override
  public InputFile newInputFile(ManifestFile manifest) {
    return delegate.newInputFile(manifest);
  }

  @Override
  public InputFile newInputFile(ManifestListFile list) {
    return delegate.newInputFile(list);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return delegate.newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    delegate.deleteFile(location);
  }

  @Override
  public void deleteFiles(Iterable<String> locations) throws BulkDeletionFailureException {
    if (delegate instanceof SupportsBulkOperations bulk) {
      bulk.deleteFiles(locations);
    } else {
      locations.forEach(delegate::deleteFile);
    }
  }

  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    return prefixed().listPrefix(prefix);
  }

  @Override
  public void deletePrefix(String prefix) {
    prefixed().deletePrefix(prefix);
  }

  @Override
  public Map<String, String> properties() {
    return delegate.properties();
  }

  @Override
  public void close() {
    delegate.close();
  }

  private SupportsPrefixOperations prefixed() {
    if (delegate instanceof SupportsPrefixOperations prefixed) {
      return prefixed;
    }
    throw new UnsupportedOperationException(
        "Cannot list files: %s cannot".formatted(delegate.getClass().getName()));
  }
}
