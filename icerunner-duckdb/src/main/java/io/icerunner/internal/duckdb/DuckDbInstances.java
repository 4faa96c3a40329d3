package io.icerunner.internal.duckdb;

import io.icerunner.error.IceRunnerException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The DuckDB instances of an engine: opened when first needed, kept while they are used or among
 * the last {@value #KEPT} used.
 */
final class DuckDbInstances implements AutoCloseable {
  static final int KEPT = 64;
  private static final Logger LOG = LoggerFactory.getLogger(DuckDbInstances.class);

  private final DuckDbConfig config;
  private final Path spill;
  private final Map<InstanceKey, Entry> entries = new LinkedHashMap<>(16, 0.75f, true);
  private boolean closed;

  DuckDbInstances(DuckDbConfig config, Path spill) {
    this.config = config;
    this.spill = spill;
  }

  /** An instance in use: it stays open until the lease is closed. */
  Lease lease(InstanceKey key) throws SQLException {
    Entry entry;
    synchronized (entries) {
      if (closed) {
        throw IceRunnerException.cancelled("Cannot run a statement: the engine is closed");
      }
      entry = entries.computeIfAbsent(key, Entry::new);
      entry.users++;
      dropIdle();
    }
    try {
      return new Lease(entry, entry.instance());
    } catch (SQLException | RuntimeException e) {
      synchronized (entries) {
        entry.users--;
        entries.remove(key, entry);
      }
      throw e;
    }
  }

  private void dropIdle() {
    Iterator<Entry> oldest = entries.values().iterator();
    while (entries.size() > KEPT && oldest.hasNext()) {
      Entry entry = oldest.next();
      if (entry.users == 0) {
        oldest.remove();
        entry.close();
      }
    }
  }

  /** Takes an instance out of use after a fault that leaves it unusable. */
  void discard(Lease lease) {
    synchronized (entries) {
      entries.remove(lease.entry.key, lease.entry);
      lease.entry.discarded = true;
    }
  }

  @Override
  public void close() {
    synchronized (entries) {
      closed = true;
      for (Entry entry : entries.values()) {
        entry.discarded = true;
        if (entry.users == 0) {
          entry.close();
        }
      }
      entries.clear();
    }
  }

  private void release(Entry entry) {
    synchronized (entries) {
      entry.users--;
      if (entry.users == 0 && entry.discarded) {
        entry.close();
      }
    }
  }

  /** The use of an instance. */
  final class Lease implements AutoCloseable {
    private final Entry entry;
    private final DuckDbInstance instance;
    private boolean released;

    private Lease(Entry entry, DuckDbInstance instance) {
      this.entry = entry;
      this.instance = instance;
    }

    DuckDbInstance instance() {
      return instance;
    }

    @Override
    public void close() {
      if (!released) {
        released = true;
        release(entry);
      }
    }
  }

  private final class Entry {
    private final InstanceKey key;
    private @Nullable DuckDbInstance instance;
    private int users;
    private boolean discarded;

    private Entry(InstanceKey key) {
      this.key = key;
    }

    synchronized DuckDbInstance instance() throws SQLException {
      if (instance == null) {
        instance = DuckDbInstance.open(config, key, spill);
      }
      return instance;
    }

    synchronized void close() {
      if (instance != null) {
        try {
          instance.close();
        } catch (SQLException e) {
          LOG.debug("DuckDB instance did not close", e);
        }
        instance = null;
      }
    }
  }
}
