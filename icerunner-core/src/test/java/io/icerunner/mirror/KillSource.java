package io.icerunner.mirror;

import io.icerunner.fixture.StoredTable;

/** Rows at a source, and which of them a target must have. */
interface KillSource extends AutoCloseable {

  /** Something happens at the source. */
  void grow();

  /** Asserts that a target that has caught up has what it must, once. */
  void check(StoredTable target) throws Exception;

  @Override
  void close() throws Exception;
}
