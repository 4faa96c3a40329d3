package io.icerunner.internal.catalog.heal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Finds the metadata folders of all tables below a folder. Symbolic links are not followed; data
 * folders of tables are not entered.
 */
public final class TableFolders {
  private static final String METADATA = "metadata";
  private static final Set<String> OWN_FOLDERS = Set.of(METADATA, "data");

  private final Set<Path> found = new TreeSet<>();
  private final List<Path> unreadable = new ArrayList<>();

  private TableFolders() {}

  /** Walks the whole folder; none is found in one that does not exist. */
  public static TableFolders below(Path folder) {
    TableFolders folders = new TableFolders();
    if (Files.isDirectory(folder)) {
      folders.walk(folder);
    }
    return folders;
  }

  /** The metadata folders, sorted. */
  public List<Path> metadataFolders() {
    return List.copyOf(found);
  }

  /** Folders that could not be looked into. */
  public List<Path> unreadable() {
    return Collections.unmodifiableList(unreadable);
  }

  private void walk(Path folder) {
    try {
      Files.walkFileTree(folder, new Visitor());
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list %s".formatted(folder), e);
    }
  }

  private static boolean isTable(Path folder) {
    Path metadata = folder.resolve(METADATA);
    if (!Files.isDirectory(metadata)) {
      return false;
    }
    try (DirectoryStream<Path> files =
        Files.newDirectoryStream(
            metadata, file -> MetadataName.isMetadata(file.getFileName().toString()))) {
      return files.iterator().hasNext();
    } catch (IOException e) {
      return false;
    }
  }

  private final class Visitor extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      if (isOfTable(folder)) {
        return FileVisitResult.SKIP_SUBTREE;
      }
      if (isTable(folder)) {
        found.add(folder.resolve(METADATA));
      }
      return FileVisitResult.CONTINUE;
    }

    /** A table's folder is visited right before those in it. */
    private boolean isOfTable(Path folder) {
      Path name = folder.getFileName();
      return name != null
          && OWN_FOLDERS.contains(name.toString())
          && found.contains(folder.resolveSibling(METADATA));
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException failure) {
      unreadable.add(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException failure) {
      if (failure != null) {
        unreadable.add(folder);
      }
      return FileVisitResult.CONTINUE;
    }
  }
}
