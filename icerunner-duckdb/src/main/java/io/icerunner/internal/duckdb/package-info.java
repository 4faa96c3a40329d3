/**
 * DuckDB as a query engine: {@link io.icerunner.internal.duckdb.DuckDbEngineProvider} opens a
 * {@link io.icerunner.internal.duckdb.DuckDbEngine}.
 *
 * <p>The way of a statement: the {@code sql} package makes it safe and puts the text of {@link
 * io.icerunner.internal.duckdb.ScanSql} in the place of each table; a {@link
 * io.icerunner.internal.duckdb.DuckDbInstance} that can read nothing but those tables' folders runs
 * it; a {@link io.icerunner.internal.duckdb.DuckDbStream} hands out its batches.
 */
@NullMarked
package io.icerunner.internal.duckdb;

import org.jspecify.annotations.NullMarked;
