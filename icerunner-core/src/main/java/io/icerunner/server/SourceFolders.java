package io.icerunner.server;

import io.icerunner.internal.register.source.SourceRoot;

/** Compares locations with folders that a host allows. */
final class SourceFolders {
  private SourceFolders() {}

  /** The one spelling of a location: dots are resolved in paths of this machine. */
  static String canonical(String location) {
    return SourceRoot.canonical(location);
  }

  /**
   * Whether a location is a folder or in it.
   *
   * @param location canonical
   */
  static boolean isBelow(String location, String folder) {
    String prefix = SourceRoot.of(folder).prefix();
    return location.startsWith(prefix) || (location + "/").equals(prefix);
  }
}
