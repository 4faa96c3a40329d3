package io.icerunner.internal.duckdb.sql;

import com.fasterxml.jackson.databind.JsonNode;
import org.jspecify.annotations.Nullable;

/** A comparison operator. */
enum Comparison {
  EQUAL,
  NOT_EQUAL,
  LESS,
  LESS_OR_EQUAL,
  GREATER,
  GREATER_OR_EQUAL;

  static @Nullable Comparison of(JsonNode node) {
    return switch (Tree.type(node)) {
      case "COMPARE_EQUAL" -> EQUAL;
      case "COMPARE_NOTEQUAL" -> NOT_EQUAL;
      case "COMPARE_LESSTHAN" -> LESS;
      case "COMPARE_LESSTHANOREQUALTO" -> LESS_OR_EQUAL;
      case "COMPARE_GREATERTHAN" -> GREATER;
      case "COMPARE_GREATERTHANOREQUALTO" -> GREATER_OR_EQUAL;
      default -> null;
    };
  }

  /** The operator with its sides exchanged. */
  Comparison flipped() {
    return switch (this) {
      case LESS -> GREATER;
      case LESS_OR_EQUAL -> GREATER_OR_EQUAL;
      case GREATER -> LESS;
      case GREATER_OR_EQUAL -> LESS_OR_EQUAL;
      case EQUAL, NOT_EQUAL -> this;
    };
  }

  /** True wherever this is false, on values that are not null; DuckDB orders NaN too. */
  Comparison negated() {
    return switch (this) {
      case EQUAL -> NOT_EQUAL;
      case NOT_EQUAL -> EQUAL;
      case LESS -> GREATER_OR_EQUAL;
      case LESS_OR_EQUAL -> GREATER;
      case GREATER -> LESS_OR_EQUAL;
      case GREATER_OR_EQUAL -> LESS;
    };
  }

  boolean isLess() {
    return this == LESS || this == LESS_OR_EQUAL;
  }

  boolean isGreater() {
    return this == GREATER || this == GREATER_OR_EQUAL;
  }
}
