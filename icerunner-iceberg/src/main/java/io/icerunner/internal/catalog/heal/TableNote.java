package io.icerunner.internal.catalog.heal;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * What the place of a table's folder cannot tell, in a small file beside its metadata: a name other
 * than the folder's, that the table was dropped and its files were kept, or that just this version
 * of it was registered. Most tables have none.
 *
 * @param table its name in the catalog
 * @param metadataFile the name of the metadata file that was current then
 * @param isDropped true if the table was dropped then
 */
public record TableNote(TableIdentifier table, String metadataFile, boolean isDropped) {
  /** The name of the file. */
  public static final String FILE_NAME = "icerunner-table.json";

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Reads the note of a metadata folder; null if there is none, or none that can be read. */
  public static @Nullable TableNote read(Path metadataFolder) {
    try {
      JsonNode json = JSON.readTree(metadataFolder.resolve(FILE_NAME).toFile());
      List<String> parts = new ArrayList<>();
      json.path("table").forEach(part -> parts.add(part.asText()));
      return parts.isEmpty()
          ? null
          : new TableNote(
              TableIdentifier.of(parts.toArray(String[]::new)),
              json.path("metadata-file").asText(),
              json.path("dropped").asBoolean());
    } catch (IOException e) {
      return null;
    }
  }

  /** Writes the note, whole or not at all. */
  public void write(Path metadataFolder) throws IOException {
    ObjectNode json = JSON.createObjectNode();
    ArrayNode parts = json.putArray("table");
    for (String level : table.namespace().levels()) {
      parts.add(level);
    }
    parts.add(table.name());
    json.put("metadata-file", metadataFile);
    json.put("dropped", isDropped);
    SmallFile.write(metadataFolder.resolve(FILE_NAME), JSON.writeValueAsString(json) + "\n");
  }

  /** Tells whether a metadata folder has one. */
  public static boolean exists(Path metadataFolder) {
    return Files.exists(metadataFolder.resolve(FILE_NAME));
  }

  /**
   * True if a version shows that others went on with the table after the note. One version more may
   * be an attempt that was under way.
   */
  public boolean wentOn(@Nullable MetadataFile version) {
    return version != null && version.version() > MetadataName.version(metadataFile) + 1;
  }

  /** True if the note is about the table that a version is of, and not of one before it. */
  public boolean isAbout(MetadataFolder folder, MetadataFile version) {
    MetadataFile then = folder.file(metadataFile);
    return then.metadata() == null || then.uuid().equals(version.uuid());
  }
}
