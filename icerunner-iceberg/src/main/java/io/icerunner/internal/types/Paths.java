package io.icerunner.internal.types;

/** Full names of nested fields. */
final class Paths {
  private Paths() {}

  static String child(String path, String name) {
    return path.isEmpty() ? name : path + "." + name;
  }
}
