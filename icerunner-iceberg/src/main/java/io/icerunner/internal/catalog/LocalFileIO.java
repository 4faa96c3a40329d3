package io.icerunner.internal.catalog;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.io.BulkDeletionFailureException;
import org.apache.iceberg.io.DelegateFileIO;
import org.apache.iceberg.io.FileIO;
import org.apache.iceberg.io.FileInfo;
import org.apache.iceberg.io.InputFile;
import org.apache.iceberg.io.OutputFile;

/**
 * Files of the local file system. A file that was written and closed is on disk, its name included.
 *
 * <p>Without state; safe for use by many threads.
 */
public final class LocalFileIO implements DelegateFileIO {
  private static final long serialVersionUID = 1L;

  private Map<String, String> properties = Map.of();

  /** Made by name by Iceberg's catalogs. */
  public LocalFileIO() {}

  @Override
  public void initialize(Map<String, String> newProperties) {
    properties = Map.copyOf(newProperties);
  }

  @Override
  public Map<String, String> properties() {
    return properties;
  }

  @Override
  public InputFile newInputFile(String location) {
    return new LocalInputFile(location, LocalPaths.toPath(location));
  }

  @Override
  public OutputFile newOutputFile(String location) {
    return new LocalOutputFile(location, LocalPaths.toPath(location));
  }

  /** Deletes a file. A file that is not there is no error. */
  @Override
  public void deleteFile(String location) {
    try {
      Files.deleteIfExists(LocalPaths.toPath(location));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot delete %s".formatted(location), e);
    }
  }

  @Override
  public void deleteFiles(Iterable<String> locations) throws BulkDeletionFailureException {
    int failed = 0;
    RuntimeException first = null;
    for (String location : locations) {
      try {
        deleteFile(location);
      } catch (RuntimeException e) {
        failed++;
        first = first == null ? e : first;
      }
    }
    if (first != null) {
      BulkDeletionFailureException failure = new BulkDeletionFailureException(failed);
      failure.initCause(first);
      throw failure;
    }
  }

  /**
   * All files whose location starts with the prefix, their locations spelled as the prefix is. A
   * prefix that is a folder stands for what is in it.
   */
  @Override
  public Iterable<FileInfo> listPrefix(String prefix) {
    Path path = LocalPaths.toPath(prefix);
    List<FileInfo> files = new ArrayList<>();
    visit(
        path,
        (file, attributes) ->
            files.add(
                new FileInfo(
                    relocate(prefix, path, file),
                    attributes.size(),
                    attributes.lastModifiedTime().toMillis())),
        folder -> {});
    return files;
  }

  /** Deletes all files whose location starts with the prefix, and the folders left empty. */
  @Override
  public void deletePrefix(String prefix) {
    visit(
        LocalPaths.toPath(prefix),
        (file, attributes) -> Files.deleteIfExists(file),
        LocalFileIO::deleteIfEmpty);
  }

  private static String relocate(String prefix, Path path, Path file) {
    String location = prefix.endsWith("/") ? prefix.substring(0, prefix.length() - 1) : prefix;
    return location + file.toString().substring(path.toString().length()).replace('\\', '/');
  }

  private static void deleteIfEmpty(Path folder) throws IOException {
    try (var entries = Files.list(folder)) {
      if (entries.findAny().isPresent()) {
        return;
      }
    }
    Files.deleteIfExists(folder);
  }

  private static void visit(Path prefix, FileAction action, FolderAction afterFolder) {
    Path root = Files.isDirectory(prefix) ? prefix : prefix.getParent();
    if (root == null || !Files.isDirectory(root)) {
      return;
    }
    try {
      Files.walkFileTree(root, new PrefixVisitor(prefix, root, action, afterFolder));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot list %s".formatted(prefix), e);
    }
  }

  private interface FileAction {
    void accept(Path file, BasicFileAttributes attributes) throws IOException;
  }

  private interface FolderAction {
    void accept(Path folder) throws IOException;
  }

  private static final class PrefixVisitor extends SimpleFileVisitor<Path> {
    private final String prefix;
    private final Path root;
    private final FileAction action;
    private final FolderAction afterFolder;

    PrefixVisitor(Path prefix, Path root, FileAction action, FolderAction afterFolder) {
      this.prefix = prefix.toString();
      this.root = root;
      this.action = action;
      this.afterFolder = afterFolder;
    }

    @Override
    public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
      boolean inside = folder.equals(root) || folder.toString().startsWith(prefix);
      return inside ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
    }

    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      if (file.toString().startsWith(prefix)) {
        action.accept(file, attributes);
      }
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult visitFileFailed(Path file, IOException e) throws IOException {
      if (e instanceof NoSuchFileException) {
        return FileVisitResult.CONTINUE;
      }
      throw e;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path folder, IOException e) throws IOException {
      if (e != null) {
        throw e;
      }
      if (folder.toString().startsWith(prefix)) {
        afterFolder.accept(folder);
      }
      return FileVisitResult.CONTINUE;
    }
  }

  /** For callers that want any {@link FileIO} for a location of this machine. */
  static FileIO create(Map<String, String> properties) {
    LocalFileIO io = new LocalFileIO();
    io.initialize(properties);
    return io;
  }
}
