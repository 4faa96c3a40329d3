package io.icerunner.internal.duckdb;

import java.util.List;

/** A DuckDB type, as read from its text by {@link DuckTypeParser}. */
sealed interface DuckType {

  /** A type without parts, or whose parts do not matter here; the name is in upper case. */
  record Named(String name) implements DuckType {}

  record Decimal(int precision, int scale) implements DuckType {}

  record ListOf(DuckType element) implements DuckType {}

  record ArrayOf(DuckType element, int length) implements DuckType {}

  record MapOf(DuckType key, DuckType value) implements DuckType {}

  record Struct(List<Member> members) implements DuckType {}

  /** A member of a struct; the name is empty for a struct without names ({@code row(1, 2)}). */
  record Member(String name, DuckType type) {}
}
