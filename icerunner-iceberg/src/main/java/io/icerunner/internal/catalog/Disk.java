package io.icerunner.internal.catalog;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Names of files and folders that outlive a loss of power. */
final class Disk {
  /** Windows cannot open a folder to flush it; there the file system's journal has to do. */
  private static final boolean FOLDERS_CAN_SYNC =
      Path.of("").getFileSystem().getSeparator().equals("/");

  private Disk() {}

  /** Makes the missing folders above a file, so that they stay. */
  static void createFolders(Path file) throws IOException {
    Deque<Path> missing = new ArrayDeque<>();
    Path folder = file.toAbsolutePath().getParent();
    while (folder != null && !Files.isDirectory(folder)) {
      missing.push(folder);
      folder = folder.getParent();
    }
    for (Path next : missing) {
      try {
        Files.createDirectory(next);
      } catch (FileAlreadyExistsException e) {
        if (!Files.isDirectory(next)) {
          throw e;
        }
      }
      syncFolder(next);
    }
  }

  /** Deletes a folder and those in it as far as there is no file in them. */
  static void deleteEmptyFolders(Path folder) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    List<Path> children;
    try (Stream<Path> entries = Files.list(folder)) {
      children = entries.toList();
    }
    for (Path child : children) {
      deleteEmptyFolders(child);
    }
    try {
      Files.delete(folder);
    } catch (DirectoryNotEmptyException e) {
      // Something is left in it, which stays.
    }
  }

  /** Flushes the folder that holds a file or folder. */
  static void syncFolder(Path entry) throws IOException {
    @Nullable Path folder = entry.toAbsolutePath().getParent();
    if (!FOLDERS_CAN_SYNC || folder == null) {
      return;
    }
    try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
      channel.force(true);
    }
  }
}
