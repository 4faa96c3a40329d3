package io.icerunner.internal.catalog;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableProperties;
import org.jspecify.annotations.Nullable;

/**
 * Tells which files a table may delete: those in the folders it writes into, which are its location
 * and where its properties lead data and metadata. Files elsewhere were there before the table, and
 * so were those of a source that was registered in place, even within the table's location.
 */
public final class OwnFiles {
  /** The table property that names the folder whose files were registered in place. */
  public static final String SOURCE_PROPERTY = "icerunner.register.source";

  private static final List<String> FOLDER_PROPERTIES =
      List.of(
          TableProperties.WRITE_METADATA_LOCATION,
          TableProperties.WRITE_DATA_LOCATION,
          "write.object-storage.path",
          "write.folder-storage.path");

  private final Set<String> folders = new HashSet<>();
  private final @Nullable String source;

  /** Of a table as its metadata describes it. */
  public OwnFiles(TableMetadata metadata) {
    this(metadata.location(), metadata.properties());
  }

  /** Of a table with this location and these properties. */
  public OwnFiles(String location, Map<String, String> properties) {
    folders.add(LocationKey.of(location));
    for (String property : FOLDER_PROPERTIES) {
      @Nullable String folder = properties.get(property);
      if (folder != null) {
        folders.add(LocationKey.of(folder));
      }
    }
    @Nullable String registered = properties.get(SOURCE_PROPERTY);
    this.source = registered == null ? null : LocationKey.of(registered);
  }

  /** Tells whether a file, or a folder with all that is in it, is the table's own. */
  public boolean contains(String location) {
    String key = LocationKey.of(location);
    return folders.stream()
        .anyMatch(folder -> LocationKey.isUnder(key, folder) && !isOfSource(key, folder));
  }

  /** The innermost folder decides: a table may lie in its source, or the source in the table. */
  private boolean isOfSource(String key, String folder) {
    return source != null
        && LocationKey.isUnder(source, folder)
        && (LocationKey.isUnder(key, source) || LocationKey.isUnder(source, key));
  }
}
