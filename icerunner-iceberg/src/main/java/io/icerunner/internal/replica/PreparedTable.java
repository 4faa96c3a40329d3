package io.icerunner.internal.replica;

import io.icerunner.internal.types.AppendConversion;
import java.util.Map;
import org.apache.iceberg.Table;

/**
 * A table that rows of a load fit.
 *
 * @param table the load's own
 * @param schemaId of the schema that they fit
 * @param conversion of the load's batches
 * @param fieldIds the table's field id for each of the source's
 */
record PreparedTable(
    Table table, int schemaId, AppendConversion conversion, Map<Integer, Integer> fieldIds) {}
