package io.icerunner.internal.catalog.heal;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.icerunner.internal.catalog.heal.MetadataFile.State;
import java.io.CharConversionException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.apache.iceberg.Snapshot;
import org.apache.iceberg.TableMetadata;
import org.apache.iceberg.TableMetadataParser;
import org.apache.iceberg.TableProperties;
import org.jspecify.annotations.Nullable;

/** Reads metadata files and tells what is wrong with them. Safe for use by many threads. */
public final class MetadataReader {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int START_BYTES = 4096;
  private static final Pattern UUID = Pattern.compile("\"table-uuid\"\\s*:\\s*\"([^\"]+)\"");

  private final Function<String, @Nullable Path> localPath;

  /**
   * @param localPath the path of a location; null if it is not on this machine
   */
  public MetadataReader(Function<String, @Nullable Path> localPath) {
    this.localPath = localPath;
  }

  /** Reads a file whole; never throws for what is in it. */
  public MetadataFile read(Path path) {
    try {
      return parsed(path, json(path));
    } catch (NoSuchFileException e) {
      return without(path, State.MISSING, "it is missing");
    } catch (StreamConstraintsException e) {
      return without(path, State.NOT_UNDERSTOOD, "it cannot be read: " + e.getOriginalMessage());
    } catch (JsonEOFException | EOFException e) {
      return damaged(path, "it ends too early");
    } catch (JsonProcessingException e) {
      return damaged(path, "it is no JSON" + place(e.getLocation()));
    } catch (ZipException | CharConversionException e) {
      return damaged(path, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      return without(path, State.UNREADABLE, "it cannot be read: " + e);
    }
  }

  /** The uuid of the table in what is left of a damaged file; null if it cannot be made out. */
  @Nullable String uuidIn(Path path) {
    try (InputStream file = Files.newInputStream(path)) {
      String start = new String(file.readNBytes(START_BYTES), StandardCharsets.UTF_8);
      Matcher matcher = UUID.matcher(start);
      return matcher.find() ? matcher.group(1) : null;
    } catch (IOException e) {
      return null;
    }
  }

  /** True if a location is on this machine and exists. */
  boolean isThere(String location) {
    @Nullable Path path = localPath.apply(location);
    return path != null && Files.exists(path);
  }

  private static JsonNode json(Path path) throws IOException {
    try (InputStream file = Files.newInputStream(path);
        InputStream text =
            MetadataName.isCompressed(path.toString()) ? new GZIPInputStream(file) : file) {
      return JSON.readTree(text);
    }
  }

  private MetadataFile parsed(Path path, JsonNode json) {
    if (!json.isObject()) {
      return damaged(path, json.isMissingNode() ? "it is empty" : "it holds no JSON object");
    }
    try {
      return checked(path, TableMetadataParser.fromJson(path.toString(), json));
    } catch (RuntimeException e) {
      boolean isTable =
          json.path("format-version").isInt()
              && json.path("table-uuid").isTextual()
              && json.path("location").isTextual();
      return isTable
          ? without(path, State.NOT_UNDERSTOOD, "it cannot be understood: " + e.getMessage())
          : damaged(path, "it holds no table metadata: " + e.getMessage());
    }
  }

  private MetadataFile checked(Path path, TableMetadata metadata) {
    if (!liesWhereItSays(path, metadata)) {
      return new MetadataFile(
          path, State.ELSEWHERE, metadata, "its table lies at " + metadata.location());
    }
    @Nullable Snapshot snapshot = metadata.currentSnapshot();
    @Nullable String manifests = snapshot == null ? null : snapshot.manifestListLocation();
    @Nullable Path list = manifests == null ? null : localPath.apply(manifests);
    if (list != null && !Files.exists(list)) {
      return new MetadataFile(
          path,
          State.WITHOUT_SNAPSHOT,
          metadata,
          "the manifest list of its snapshot is missing: " + manifests);
    }
    return new MetadataFile(path, State.USABLE, metadata, "");
  }

  private boolean liesWhereItSays(Path path, TableMetadata metadata) {
    @Nullable Path folder = path.toAbsolutePath().normalize().getParent();
    @Nullable String said = metadata.properties().get(TableProperties.WRITE_METADATA_LOCATION);
    if (said != null) {
      return folder != null && isSame(localPath.apply(said), folder);
    }
    @Nullable Path table = folder == null ? null : folder.getParent();
    return table != null && isSame(localPath.apply(metadata.location()), table);
  }

  private static boolean isSame(@Nullable Path said, Path folder) {
    if (said == null) {
      return false;
    }
    try {
      return said.toAbsolutePath().normalize().equals(folder) || Files.isSameFile(said, folder);
    } catch (IOException e) {
      return false;
    }
  }

  private static String place(@Nullable JsonLocation location) {
    return location == null
        ? ""
        : " at line %s, column %s".formatted(location.getLineNr(), location.getColumnNr());
  }

  private static MetadataFile damaged(Path path, String why) {
    return without(path, State.DAMAGED, "it is damaged: " + why);
  }

  private static MetadataFile without(Path path, State state, String reason) {
    return new MetadataFile(path, state, null, reason);
  }
}
