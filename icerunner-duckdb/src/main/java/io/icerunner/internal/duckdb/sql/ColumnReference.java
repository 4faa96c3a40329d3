package io.icerunner.internal.duckdb.sql;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column named with two or more parts.
 *
 * @param names the parts
 * @param span where it is written; null if not known
 * @param scope the innermost SELECT around it
 */
record ColumnReference(List<String> names, @Nullable Span span, SelectScope scope) {}
