package io.icerunner.internal.duckdb.sql;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** A constant of a statement: a literal or the value of a parameter. */
sealed interface SqlValue {

  /** An integer or decimal number. */
  record Exact(BigDecimal value) implements SqlValue {}

  /** A floating point number. */
  record Approximate(double value) implements SqlValue {}

  /** A string; one without type is taken for a value of the column it is compared with. */
  record Text(String value, boolean typed) implements SqlValue {}

  record Bool(boolean value) implements SqlValue {}

  record Date(LocalDate value) implements SqlValue {}

  record Timestamp(LocalDateTime value) implements SqlValue {}

  record TimestampWithZone(Instant value) implements SqlValue {}

  record Null() implements SqlValue {}
}
