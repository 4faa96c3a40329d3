package io.icerunner.register;

import java.time.Duration;
import java.util.List;

/** What says which units are complete. */
sealed interface Completeness {

  record Manifest(String location) implements Completeness {
    @Override
    public String toString() {
      return "the manifest " + location;
    }
  }

  record Files(List<String> locations) implements Completeness {
    @Override
    public String toString() {
      return "%s files".formatted(locations.size());
    }
  }

  record FilesFrom(String list) implements Completeness {
    @Override
    public String toString() {
      return "the list of files " + list;
    }
  }

  record Marker(String fileName) implements Completeness {
    @Override
    public String toString() {
      return "the marker " + fileName;
    }
  }

  record Quiet(Duration time) implements Completeness {
    @Override
    public String toString() {
      return "the quiet time " + time;
    }
  }
}
