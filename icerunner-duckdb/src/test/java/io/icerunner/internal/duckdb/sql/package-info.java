@NullMarked
package io.icerunner.internal.duckdb.sql;

import org.jspecify.annotations.NullMarked;
