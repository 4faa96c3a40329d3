package io.icerunner.spi;

import java.util.List;

/**
 * Finds the tables of one statement. Each table is pinned when it is first resolved: asking again
 * for the same table and version gives the same snapshot, whatever is committed meanwhile.
 *
 * <p>Used by one statement, by one thread at a time.
 */
public interface TableResolver {

  /**
   * Resolves a table by the parts of its name as written in a statement. One part names a table of
   * the session's namespace; more parts are namespace and table, optionally led by the catalog's
   * name. An exact match wins; otherwise a single match that differs only in case.
   *
   * @throws io.icerunner.error.IceRunnerException NOT_FOUND naming the table and the nearest
   *     existing one, or the missing snapshot or ref, also one that expired inside a range of
   *     {@link TableVersion.Changes}; INVALID_ARGUMENT if rows were removed in that range, or its
   *     beginning is not in the history of its end
   */
  ResolvedTable resolve(List<String> nameParts, TableVersion version);
}
