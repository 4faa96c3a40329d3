package io.icerunner.testkit;

import io.icerunner.spi.QueryEngineProvider;
import java.util.Map;

/** The engine that a contract suite opens, once for each test. */
public interface QueryEngineUnderTest {

  /** The provider under test. */
  QueryEngineProvider provider();

  /** The properties it is opened with; none by default. */
  default Map<String, String> properties() {
    return Map.of();
  }

  /** How the engine's SQL names a table at a snapshot; only asked if it can travel in time. */
  default String atSnapshot(String table, long snapshotId) {
    return "%s AT (VERSION => %s)".formatted(table, snapshotId);
  }
}
