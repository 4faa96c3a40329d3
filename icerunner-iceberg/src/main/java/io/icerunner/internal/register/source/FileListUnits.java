package io.icerunner.internal.register.source;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.List;
import java.util.TreeSet;

/** Files that a list names; each is a unit. */
final class FileListUnits implements UnitSource {
  private final SourceStore store;
  private final SourceRoot root;
  private final String owner;
  private final TreeSet<String> paths = new TreeSet<>();
  private int passedOver;

  /**
   * @param owner what names the files, for messages
   */
  FileListUnits(SourceStore store, SourceRoot root, String owner, List<String> locations) {
    this.store = store;
    this.root = root;
    this.owner = owner;
    for (String location : locations) {
      String path = root.relative(root.resolve(location, owner));
      if (DataFileRule.isHidden(path) || DataFileRule.isByProduct(path)) {
        passedOver++;
      } else {
        paths.add(path);
      }
    }
  }

  static FileListUnits read(SourceStore store, SourceRoot root, String list) {
    try (ManifestCopy copy = ManifestCopy.of(store, list)) {
      List<String> lines =
          Files.readAllLines(copy.file(), StandardCharsets.UTF_8).stream()
              .filter(line -> !line.isBlank() && !line.startsWith("#"))
              .toList();
      return new FileListUnits(store, root, "the list " + list, lines);
    } catch (CharacterCodingException e) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the list of files %s: it is no UTF-8 text".formatted(list));
    } catch (IOException e) {
      throw new IceRunnerException(
          ErrorCode.UNAVAILABLE,
          "Cannot read the list of files %s: %s".formatted(list, e.getMessage()),
          e);
    }
  }

  @Override
  public List<Unit> units() {
    return paths.stream().map(path -> new Unit(path, null)).toList();
  }

  @Override
  public UnitFiles files(Unit unit) {
    SourceFile file = NamedFiles.find(store, root.prefix() + unit.key(), owner);
    NamedFiles.requireContent(file, owner);
    return new UnitFiles(List.of(file), 0);
  }

  @Override
  public boolean isListed() {
    return false;
  }

  /** A list may name the new files alone. */
  @Override
  public boolean tellsWhatIsGone() {
    return false;
  }

  @Override
  public int passedOver() {
    return passedOver;
  }
}
