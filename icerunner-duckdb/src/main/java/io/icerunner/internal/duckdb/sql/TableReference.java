package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import io.icerunner.spi.TableVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One place where a statement names a table of the catalog.
 *
 * @param number its index among the statement's references
 * @param path the parts of the name, as written
 * @param alias as written, or null
 * @param columnAliases new names of the first columns
 * @param span the whole reference, with alias, version and sample
 * @param at the AT clause, or null
 * @param range the snapshots whose appended rows are meant, or null
 * @param sampled true if it has a sample clause
 */
record TableReference(
    int number,
    List<String> path,
    @Nullable String alias,
    List<String> columnAliases,
    Span span,
    @Nullable JsonNode at,
    TableVersion.@Nullable Changes range,
    boolean sampled) {

  /** The name by which the statement's columns call it when it has no qualified name. */
  String shortName() {
    return alias != null ? alias : path.get(path.size() - 1);
  }
}
