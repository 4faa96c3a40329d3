package io.icerunner.internal.register.source;

import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * The files below a folder, folder by folder, the entries of each by name. What vanishes on the way
 * is left out.
 */
final class FolderWalk implements Iterator<SourceFile> {
  /** Entries still to visit, the next one last. */
  private final Deque<Path> pending = new ArrayDeque<>();

  private @Nullable SourceFile next;

  FolderWalk(Path root) throws IOException {
    enter(root);
  }

  @Override
  public boolean hasNext() {
    try {
      while (next == null && !pending.isEmpty()) {
        visit(pending.pop());
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return next != null;
  }

  @Override
  public SourceFile next() {
    if (!hasNext() || next == null) {
      throw new NoSuchElementException();
    }
    SourceFile file = next;
    next = null;
    return file;
  }

  private void visit(Path entry) throws IOException {
    BasicFileAttributes attributes;
    try {
      attributes = Files.readAttributes(entry, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return;
    }
    if (attributes.isDirectory()) {
      refuseLoop(entry);
      enter(entry);
    } else if (attributes.isRegularFile()) {
      next = LocalStorage.sourceFile(entry, attributes);
    }
  }

  private void enter(Path folder) throws IOException {
    List<Path> entries = new ArrayList<>();
    try (DirectoryStream<Path> stream = Files.newDirectoryStream(folder)) {
      stream.forEach(entries::add);
    } catch (NoSuchFileException e) {
      return;
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
    entries.sort(Collections.reverseOrder());
    entries.forEach(pending::push);
  }

  private static void refuseLoop(Path folder) throws IOException {
    Path parent = folder.getParent();
    if (parent != null
        && Files.isSymbolicLink(folder)
        && parent.toRealPath().startsWith(folder.toRealPath())) {
      throw IceRunnerException.invalidArgument(
          "Cannot list %s: it is a link to a folder around itself".formatted(folder));
    }
  }
}
