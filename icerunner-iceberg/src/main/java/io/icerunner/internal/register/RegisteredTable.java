package io.icerunner.internal.register;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.OwnFiles;
import io.icerunner.internal.register.source.SourceRoot;
import java.util.Map;
import org.apache.iceberg.Table;
import org.apache.iceberg.TableProperties;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.mapping.NameMappingParser;
import org.jspecify.annotations.Nullable;

/** What a table says of its own registration. */
final class RegisteredTable {
  /** The folder that the record's keys are below. */
  static final String SOURCE = OwnFiles.SOURCE_PROPERTY;

  /**
   * Properties of a new table: few metadata files and manifests, and no engine deletes files that
   * are not the table's own.
   */
  static final Map<String, String> PROPERTIES =
      Map.of(
          TableProperties.FORMAT_VERSION, "2",
          TableProperties.MANIFEST_TARGET_SIZE_BYTES, "262144",
          TableProperties.MANIFEST_MIN_MERGE_COUNT, "10",
          TableProperties.METADATA_DELETE_AFTER_COMMIT_ENABLED, "true",
          TableProperties.METADATA_PREVIOUS_VERSIONS_MAX, "10",
          TableProperties.GC_ENABLED, "false");

  private RegisteredTable() {}

  /** The name mapping; null if the table has none. */
  static @Nullable NameMapping mapping(Table table) {
    @Nullable String text = table.properties().get(TableProperties.DEFAULT_NAME_MAPPING);
    return text == null ? null : NameMappingParser.fromJson(text);
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if the table's metadata would be written into the
   *     source
   */
  static void checkLocation(Table table, String source) {
    String location = table.location();
    if (SourceRoot.of(source).contains(location)) {
      throw IceRunnerException.invalidArgument(
          "Cannot register %s into table %s: the table is at %s, inside the source, and nothing is written there; use a warehouse elsewhere"
              .formatted(source, table.name(), location));
    }
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if the table is registered from another source
   */
  static void checkSource(Table table, String source) {
    @Nullable String recorded = table.properties().get(SOURCE);
    if (recorded != null && !recorded.equals(source)) {
      throw IceRunnerException.invalidArgument(
          "Cannot register %s into table %s: it is registered from %s, and a table has one source"
              .formatted(source, table.name(), recorded));
    }
  }
}
