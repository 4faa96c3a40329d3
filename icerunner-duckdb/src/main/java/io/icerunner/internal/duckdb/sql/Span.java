package io.icerunner.internal.duckdb.sql;

/** A range of characters of a statement: from start, up to but without end. */
record Span(int start, int end) {}
