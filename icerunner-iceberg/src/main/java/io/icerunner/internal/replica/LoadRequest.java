package io.icerunner.internal.replica;

import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * Rows to come.
 *
 * @param table made when missing, with its namespace
 * @param incoming of the batches; a field with a dictionary has the type of its values
 * @param source the schema at the source with its field ids, by which renamed columns are known;
 *     null if it tells none, then columns are matched by name
 * @param sourceUuid the uuid of the source's table, whose field ids mean nothing for another; null
 *     if it tells none
 * @param expected the record that the table has; null if it has none. If the table has another when
 *     rows are to be committed, another mirror has taken over
 * @param followSchema whether the table's schema follows the source's; if not, any difference stops
 * @param tableProperties of a table that is made
 */
public record LoadRequest(
    TableIdentifier table,
    LoadMode mode,
    org.apache.arrow.vector.types.pojo.Schema incoming,
    @Nullable Schema source,
    @Nullable String sourceUuid,
    @Nullable ReplicaRecord expected,
    boolean followSchema,
    Map<String, String> tableProperties) {

  /** Copies. */
  public LoadRequest {
    tableProperties = Map.copyOf(tableProperties);
  }

  /** What is left to do once the table has a record: to append. */
  LoadRequest after(ReplicaRecord record) {
    return new LoadRequest(
        table,
        LoadMode.APPEND,
        incoming,
        source,
        sourceUuid,
        record,
        followSchema,
        tableProperties);
  }
}
