/**
 * Understands SQL: {@link io.icerunner.internal.duckdb.sql.StatementPlanner} turns a client's
 * statement into one that reads nothing but planned files, or refuses it.
 */
@NullMarked
package io.icerunner.internal.duckdb.sql;

import org.jspecify.annotations.NullMarked;
