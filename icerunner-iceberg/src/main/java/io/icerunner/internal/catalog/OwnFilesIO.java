package io.icerunner.internal.catalog;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.io.FileIO;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a table, of which only the table's own can be deleted. Others stay, whoever asks, be
 * it a purge, an expiry or a failed write; the first is logged.
 *
 * <p>Safe for use by many threads if the supplier is.
 */
final class OwnFilesIO extends ForwardingFileIO {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(OwnFilesIO.class);

  private final transient Supplier<@Nullable TableMetadata> metadata;
  private final AtomicBoolean hasKept = new AtomicBoolean();

  /**
   * @param metadata of the table at the time of a deletion; null if there is no table yet, which
   *     has nothing to protect
   */
  OwnFilesIO(FileIO delegate, Supplier<@Nullable TableMetadata> metadata) {
    super(delegate);
    this.metadata = metadata;
  }

  @Override
  public void deleteFile(String location) {
    if (isOwn(ownFiles(), location)) {
      super.deleteFile(location);
    }
  }

  @Override
  public void deleteFiles(Iterable<String> locations) {
    @Nullable OwnFiles ownFiles = ownFiles();
    List<String> own = new ArrayList<>();
    for (String location : locations) {
      if (isOwn(ownFiles, location)) {
        own.add(location);
      }
    }
    super.deleteFiles(own);
  }

  @Override
  public void deletePrefix(String prefix) {
    if (isOwn(ownFiles(), prefix)) {
      super.deletePrefix(prefix);
    }
  }

  private @Nullable OwnFiles ownFiles() {
    @Nullable TableMetadata current = metadata.get();
    return current == null ? null : new OwnFiles(current);
  }

  private boolean isOwn(@Nullable OwnFiles ownFiles, String location) {
    if (ownFiles == null || ownFiles.contains(location)) {
      return true;
    }
    if (hasKept.compareAndSet(false, true)) {
      LOG.warn("Not deleting {} and whatever else is not in a folder of the table", location);
    } else {
      LOG.debug("Not deleting {}: it is not in a folder of the table", location);
    }
    return false;
  }
}
