package io.icerunner.internal.sql;

import io.icerunner.spi.QueryDescription;
import java.util.Map;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * A statement that was planned: what it gives, and the snapshots it reads.
 *
 * @param sql the text
 * @param session it was planned in
 * @param description of its result and parameters
 * @param readsTables whether it reads any table
 * @param pins the snapshots of its tables; without those it reads at a version of its own
 */
record Statement(
    String sql,
    Session session,
    QueryDescription description,
    boolean readsTables,
    Map<TableIdentifier, Long> pins) {

  /** How many parameters it has. */
  int parameterCount() {
    return description.parameterSchema().getFields().size();
  }

  /** Whether what was planned stays true: nothing depends on tables or values of parameters. */
  boolean isConstant() {
    return !readsTables && !description.resultSchemaDependsOnParameters();
  }
}
