package io.icerunner.internal.register.source;

import java.io.IOException;
import java.util.HashSet;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A lazy listing that starts over when it breaks off, leaving out what it has given already. */
final class ResumedListing implements Iterator<SourceFile> {
  private final Storage storage;
  private final String folder;
  private final Weather weather;
  private final CallCounter counter;
  private final Set<String> given = new HashSet<>();
  private @Nullable Iterator<SourceFile> running;
  private @Nullable SourceFile next;
  private boolean ended;

  ResumedListing(Storage storage, String folder, Weather weather, CallCounter counter) {
    this.storage = storage;
    this.folder = folder;
    this.weather = weather;
    this.counter = counter;
  }

  @Override
  public boolean hasNext() {
    if (next == null && !ended) {
      ended = !weather.run("list " + folder, this::step);
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

  /** Finds the next file; false if there is none. */
  private boolean step() throws IOException {
    try {
      if (running == null) {
        counter.listed();
        running = storage.list(folder);
      }
      while (running.hasNext()) {
        SourceFile file = running.next();
        if (given.add(file.location())) {
          next = file;
          return true;
        }
      }
      return false;
    } catch (IOException | RuntimeException e) {
      running = null;
      throw e;
    }
  }
}
