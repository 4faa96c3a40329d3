package io.icerunner.internal.register.source;

import io.icerunner.internal.catalog.LocalPaths;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Collections;
import java.util.Iterator;

/** Files of this machine. Symbolic links are followed. */
final class LocalStorage implements Storage {

  @Override
  public Iterator<SourceFile> list(String folder) throws IOException {
    Path path = LocalPaths.toPath(folder).toAbsolutePath().normalize();
    return Files.isDirectory(path) ? new FolderWalk(path) : Collections.emptyIterator();
  }

  @Override
  public SourceFile stat(String location) throws IOException {
    Path path = LocalPaths.toPath(location).toAbsolutePath().normalize();
    BasicFileAttributes attributes = Files.readAttributes(path, BasicFileAttributes.class);
    if (!attributes.isRegularFile()) {
      throw new NoSuchFileException(path.toString(), null, "it is no file");
    }
    return sourceFile(path, attributes);
  }

  @Override
  public byte[] read(String location, long offset, int length) throws IOException {
    ByteBuffer target = ByteBuffer.allocate(length);
    try (FileChannel channel =
        FileChannel.open(LocalPaths.toPath(location), StandardOpenOption.READ)) {
      while (target.hasRemaining()) {
        if (channel.read(target, offset + target.position()) < 0) {
          throw new EOFException(
              "%s of %s bytes at %s".formatted(target.position(), length, offset));
        }
      }
    }
    return target.array();
  }

  static SourceFile sourceFile(Path path, BasicFileAttributes attributes) {
    return new SourceFile(
        LocalPaths.toLocation(path), attributes.size(), attributes.lastModifiedTime().toMillis());
  }
}
