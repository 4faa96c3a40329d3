package io.icerunner.internal.catalog.heal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The metadata folder of a table. What is read is remembered, so an object is a look at one moment;
 * not for use by several threads.
 */
public final class MetadataFolder {
  /** Names the version that was current after the last commit of a writer that keeps it. */
  public static final String HINT = "version-hint.text";

  private final Path path;
  private final MetadataReader reader;
  private final Map<String, MetadataFile> read = new HashMap<>();
  private @Nullable List<String> names;

  public MetadataFolder(Path path, MetadataReader reader) {
    this.path = path;
    this.reader = reader;
  }

  public Path path() {
    return path;
  }

  /** The folder of the table itself. */
  Path table() {
    @Nullable Path parent = path.getParent();
    return parent == null ? path : parent;
  }

  /** The names of all metadata files, the newest version first; none if there is no folder. */
  List<String> names() {
    if (names == null) {
      names = list();
    }
    return names;
  }

  MetadataFile file(String name) {
    return read.computeIfAbsent(name, n -> reader.read(path.resolve(n)));
  }

  /** The name of the file that the hint means, be it there or not; null without a hint. */
  @Nullable String hinted() {
    @Nullable String hint = hint();
    if (hint == null) {
      return null;
    }
    List<String> meant = MetadataName.meantBy(hint).toList();
    return meant.stream()
        .filter(n -> Files.exists(path.resolve(n)))
        .findFirst()
        .orElse(meant.get(0));
  }

  /** The table's uuid as far as it can be made out in a damaged file; null if it cannot. */
  @Nullable String uuidIn(MetadataFile damaged) {
    return damaged.metadata() == null ? reader.uuidIn(damaged.path()) : damaged.uuid();
  }

  /** True if the file's table lies in another folder that is there. */
  boolean isCopy(MetadataFile file) {
    return file.state() == MetadataFile.State.ELSEWHERE && reader.isThere(file.whole().location());
  }

  private @Nullable String hint() {
    try {
      String hint = Files.readString(path.resolve(HINT)).strip();
      return hint.isEmpty() || hint.contains("/") || hint.indexOf('\0') >= 0 ? null : hint;
    } catch (IOException e) {
      return null;
    }
  }

  private List<String> list() {
    try (Stream<Path> files = Files.list(path)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(MetadataName::isMetadata)
          .sorted(MetadataName.NEWEST_FIRST)
          .toList();
    } catch (NoSuchFileException | NotDirectoryException e) {
      return List.of();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list %s".formatted(path), e);
    }
  }
}
