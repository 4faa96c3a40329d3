package io.icerunner.internal.commit;

import io.icerunner.internal.catalog.ForwardingFileIO;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.iceberg.CatalogUtil;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.OutputFile;

/** Remembers what was written through it and not deleted again. Safe for use by many threads. */
final class WrittenFilesIO extends ForwardingFileIO {
  private static final long serialVersionUID = 1L;

  private final Set<String> written = ConcurrentHashMap.newKeySet();

  WrittenFilesIO(FileIO delegate) {
    super(delegate);
  }

  @Override
  public OutputFile newOutputFile(String location) {
    written.add(location);
    return super.newOutputFile(location);
  }

  @Override
  public void deleteFile(String location) {
    written.remove(location);
    super.deleteFile(location);
  }

  @Override
  public void deleteFiles(Iterable<String> locations) {
    locations.forEach(written::remove);
    super.deleteFiles(locations);
  }

  /** Deletes what was written; what cannot be deleted is logged and stays. */
  void deleteWritten() {
    CatalogUtil.deleteFiles(this, Set.copyOf(written), "uncommitted");
  }
}
