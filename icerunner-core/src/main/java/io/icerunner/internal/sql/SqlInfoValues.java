package io.icerunner.internal.sql;

import static java.util.Map.entry;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlNullOrdering;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlOuterJoinsSupportLevel;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedCaseSensitivity;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedGroupBy;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedResultSetConcurrency;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedResultSetType;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedSubqueries;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedTransaction;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlSupportedUnions;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlTransactionIsolationLevel;

/**
 * What the server tells about itself: every id of Flight SQL has a value, since clients fail on
 * missing ones. A value is a {@link String}, {@link Boolean}, {@link Long}, {@link Integer} (a bit
 * mask or an enum), a list of texts, or a map of lists of integers. A length of 0 means that there
 * is no limit or that it is not known.
 */
final class SqlInfoValues {
  private static final List<String> KEYWORDS =
      List.of(
          "ANALYSE",
          "ANALYZE",
          "ANTI",
          "ASC",
          "ASOF",
          "COLUMNS",
          "DEFERRABLE",
          "DESC",
          "DESCRIBE",
          "EXCLUDE",
          "GLOB",
          "ILIKE",
          "INITIALLY",
          "LAMBDA",
          "LIMIT",
          "MACRO",
          "OFFSET",
          "PIVOT",
          "PIVOT_LONGER",
          "PIVOT_WIDER",
          "PLACING",
          "POSITIONAL",
          "QUALIFY",
          "REPLACE",
          "SAMPLE",
          "SEMI",
          "SHOW",
          "SUMMARIZE",
          "TRY_CAST",
          "UNPIVOT",
          "VARIADIC");
  private static final List<String> NUMERIC_FUNCTIONS =
      List.of(
          "ABS", "ACOS", "ASIN", "ATAN", "ATAN2", "CEILING", "COS", "COT", "DEGREES", "EXP",
          "FLOOR", "LOG", "LOG10", "MOD", "PI", "POWER", "RADIANS", "ROUND", "SIGN", "SIN", "SQRT",
          "TAN");
  private static final List<String> STRING_FUNCTIONS =
      List.of(
          "ASCII",
          "CHR",
          "CONCAT",
          "LCASE",
          "LEFT",
          "LENGTH",
          "LOWER",
          "LTRIM",
          "POSITION",
          "REPEAT",
          "REPLACE",
          "RIGHT",
          "RTRIM",
          "SUBSTRING",
          "TRIM",
          "UCASE",
          "UPPER");
  private static final List<String> DATETIME_FUNCTIONS =
      List.of(
          "CURRENT_DATE",
          "CURRENT_TIMESTAMP",
          "DAYNAME",
          "DAYOFMONTH",
          "DAYOFWEEK",
          "DAYOFYEAR",
          "EXTRACT",
          "HOUR",
          "MINUTE",
          "MONTH",
          "MONTHNAME",
          "NOW",
          "QUARTER",
          "SECOND",
          "WEEK",
          "YEAR");

  private SqlInfoValues() {}

  /** The values by id, in the order of the ids. */
  static SortedMap<Integer, Object> of(String serverVersion, String arrowVersion) {
    SortedMap<Integer, Object> values = new TreeMap<>();
    put(values, server(serverVersion, arrowVersion));
    put(values, names());
    put(values, syntax());
    put(values, limits());
    put(values, unsupported());
    put(values, results());
    return Collections.unmodifiableSortedMap(values);
  }

  private static void put(SortedMap<Integer, Object> values, Map<SqlInfo, Object> group) {
    group.forEach((info, value) -> values.put(info.getNumber(), value));
  }

  private static Map<SqlInfo, Object> server(String serverVersion, String arrowVersion) {
    return Map.ofEntries(
        entry(SqlInfo.FLIGHT_SQL_SERVER_NAME, "IceRunner"),
        entry(SqlInfo.FLIGHT_SQL_SERVER_VERSION, serverVersion),
        entry(SqlInfo.FLIGHT_SQL_SERVER_ARROW_VERSION, arrowVersion),
        entry(SqlInfo.FLIGHT_SQL_SERVER_READ_ONLY, false),
        entry(SqlInfo.FLIGHT_SQL_SERVER_SQL, true),
        entry(SqlInfo.FLIGHT_SQL_SERVER_SUBSTRAIT, false),
        entry(SqlInfo.FLIGHT_SQL_SERVER_SUBSTRAIT_MIN_VERSION, ""),
        entry(SqlInfo.FLIGHT_SQL_SERVER_SUBSTRAIT_MAX_VERSION, ""),
        entry(
            SqlInfo.FLIGHT_SQL_SERVER_TRANSACTION,
            SqlSupportedTransaction.SQL_SUPPORTED_TRANSACTION_NONE.getNumber()),
        entry(SqlInfo.FLIGHT_SQL_SERVER_CANCEL, true),
        entry(SqlInfo.FLIGHT_SQL_SERVER_BULK_INGESTION, true),
        entry(SqlInfo.FLIGHT_SQL_SERVER_INGEST_TRANSACTIONS_SUPPORTED, false),
        entry(SqlInfo.FLIGHT_SQL_SERVER_STATEMENT_TIMEOUT, 0),
        entry(SqlInfo.FLIGHT_SQL_SERVER_TRANSACTION_TIMEOUT, 0));
  }

  private static Map<SqlInfo, Object> names() {
    long caseInsensitive =
        SqlSupportedCaseSensitivity.SQL_CASE_SENSITIVITY_CASE_INSENSITIVE.getNumber();
    return Map.ofEntries(
        entry(SqlInfo.SQL_IDENTIFIER_CASE, caseInsensitive),
        entry(SqlInfo.SQL_QUOTED_IDENTIFIER_CASE, caseInsensitive),
        entry(SqlInfo.SQL_IDENTIFIER_QUOTE_CHAR, "\""),
        entry(SqlInfo.SQL_EXTRA_NAME_CHARACTERS, ""),
        entry(SqlInfo.SQL_SEARCH_STRING_ESCAPE, "\\"),
        entry(SqlInfo.SQL_CATALOG_TERM, "catalog"),
        entry(SqlInfo.SQL_SCHEMA_TERM, "namespace"),
        entry(SqlInfo.SQL_PROCEDURE_TERM, "procedure"),
        entry(SqlInfo.SQL_CATALOG_AT_START, true),
        entry(SqlInfo.SQL_KEYWORDS, KEYWORDS),
        entry(SqlInfo.SQL_NUMERIC_FUNCTIONS, NUMERIC_FUNCTIONS),
        entry(SqlInfo.SQL_STRING_FUNCTIONS, STRING_FUNCTIONS),
        entry(SqlInfo.SQL_SYSTEM_FUNCTIONS, List.of("COALESCE", "IFNULL", "NULLIF")),
        entry(SqlInfo.SQL_DATETIME_FUNCTIONS, DATETIME_FUNCTIONS));
  }

  private static Map<SqlInfo, Object> syntax() {
    return Map.ofEntries(
        entry(SqlInfo.SQL_ALL_TABLES_ARE_SELECTABLE, true),
        entry(
            SqlInfo.SQL_NULL_ORDERING, (long) SqlNullOrdering.SQL_NULLS_SORTED_AT_END.getNumber()),
        entry(SqlInfo.SQL_SUPPORTS_COLUMN_ALIASING, true),
        entry(SqlInfo.SQL_NULL_PLUS_NULL_IS_NULL, true),
        entry(SqlInfo.SQL_SUPPORTS_CONVERT, Map.of()),
        entry(SqlInfo.SQL_SUPPORTS_TABLE_CORRELATION_NAMES, true),
        entry(SqlInfo.SQL_SUPPORTS_DIFFERENT_TABLE_CORRELATION_NAMES, false),
        entry(SqlInfo.SQL_SUPPORTS_EXPRESSIONS_IN_ORDER_BY, true),
        entry(SqlInfo.SQL_SUPPORTS_ORDER_BY_UNRELATED, true),
        entry(
            SqlInfo.SQL_SUPPORTED_GROUP_BY,
            mask(SqlSupportedGroupBy.SQL_GROUP_BY_UNRELATED_VALUE)
                | mask(SqlSupportedGroupBy.SQL_GROUP_BY_BEYOND_SELECT_VALUE)),
        entry(SqlInfo.SQL_SUPPORTS_LIKE_ESCAPE_CLAUSE, true),
        entry(SqlInfo.SQL_SUPPORTS_NON_NULLABLE_COLUMNS, true),
        // The levels ask for statements that change data, which are not run.
        entry(SqlInfo.SQL_SUPPORTED_GRAMMAR, 0),
        entry(SqlInfo.SQL_ANSI92_SUPPORTED_LEVEL, 0),
        entry(
            SqlInfo.SQL_OUTER_JOINS_SUPPORT_LEVEL,
            mask(SqlOuterJoinsSupportLevel.SQL_LIMITED_OUTER_JOINS_VALUE)
                | mask(SqlOuterJoinsSupportLevel.SQL_FULL_OUTER_JOINS_VALUE)),
        entry(
            SqlInfo.SQL_SUPPORTED_SUBQUERIES,
            mask(SqlSupportedSubqueries.SQL_SUBQUERIES_IN_COMPARISONS_VALUE)
                | mask(SqlSupportedSubqueries.SQL_SUBQUERIES_IN_EXISTS_VALUE)
                | mask(SqlSupportedSubqueries.SQL_SUBQUERIES_IN_INS_VALUE)
                | mask(SqlSupportedSubqueries.SQL_SUBQUERIES_IN_QUANTIFIEDS_VALUE)),
        entry(SqlInfo.SQL_CORRELATED_SUBQUERIES_SUPPORTED, true),
        entry(
            SqlInfo.SQL_SUPPORTED_UNIONS,
            mask(SqlSupportedUnions.SQL_UNION_VALUE)
                | mask(SqlSupportedUnions.SQL_UNION_ALL_VALUE)));
  }

  private static Map<SqlInfo, Object> limits() {
    return Map.ofEntries(
        entry(SqlInfo.SQL_MAX_BINARY_LITERAL_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_CHAR_LITERAL_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_COLUMN_NAME_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_COLUMNS_IN_GROUP_BY, 0L),
        entry(SqlInfo.SQL_MAX_COLUMNS_IN_INDEX, 0L),
        entry(SqlInfo.SQL_MAX_COLUMNS_IN_ORDER_BY, 0L),
        entry(SqlInfo.SQL_MAX_COLUMNS_IN_SELECT, 0L),
        entry(SqlInfo.SQL_MAX_COLUMNS_IN_TABLE, 0L),
        entry(SqlInfo.SQL_MAX_CONNECTIONS, 0L),
        entry(SqlInfo.SQL_MAX_CURSOR_NAME_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_INDEX_LENGTH, 0L),
        entry(SqlInfo.SQL_DB_SCHEMA_NAME_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_PROCEDURE_NAME_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_CATALOG_NAME_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_ROW_SIZE, 0L),
        entry(SqlInfo.SQL_MAX_ROW_SIZE_INCLUDES_BLOBS, true),
        entry(SqlInfo.SQL_MAX_STATEMENT_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_STATEMENTS, 0L),
        entry(SqlInfo.SQL_MAX_TABLE_NAME_LENGTH, 0L),
        entry(SqlInfo.SQL_MAX_TABLES_IN_SELECT, 0L),
        entry(SqlInfo.SQL_MAX_USERNAME_LENGTH, 0L));
  }

  private static Map<SqlInfo, Object> unsupported() {
    return Map.ofEntries(
        entry(SqlInfo.SQL_DDL_CATALOG, false),
        entry(SqlInfo.SQL_DDL_SCHEMA, false),
        entry(SqlInfo.SQL_DDL_TABLE, false),
        entry(SqlInfo.SQL_SUPPORTS_INTEGRITY_ENHANCEMENT_FACILITY, false),
        entry(SqlInfo.SQL_SCHEMAS_SUPPORTED_ACTIONS, 0),
        entry(SqlInfo.SQL_CATALOGS_SUPPORTED_ACTIONS, 0),
        entry(SqlInfo.SQL_SUPPORTED_POSITIONED_COMMANDS, 0),
        entry(SqlInfo.SQL_SELECT_FOR_UPDATE_SUPPORTED, false),
        entry(SqlInfo.SQL_STORED_PROCEDURES_SUPPORTED, false),
        entry(
            SqlInfo.SQL_DEFAULT_TRANSACTION_ISOLATION,
            (long) SqlTransactionIsolationLevel.SQL_TRANSACTION_NONE.getNumber()),
        entry(SqlInfo.SQL_TRANSACTIONS_SUPPORTED, false),
        entry(
            SqlInfo.SQL_SUPPORTED_TRANSACTIONS_ISOLATION_LEVELS,
            mask(SqlTransactionIsolationLevel.SQL_TRANSACTION_NONE_VALUE)),
        entry(SqlInfo.SQL_DATA_DEFINITION_CAUSES_TRANSACTION_COMMIT, false),
        entry(SqlInfo.SQL_DATA_DEFINITIONS_IN_TRANSACTIONS_IGNORED, false),
        entry(SqlInfo.SQL_BATCH_UPDATES_SUPPORTED, false),
        entry(SqlInfo.SQL_SAVEPOINTS_SUPPORTED, false),
        entry(SqlInfo.SQL_NAMED_PARAMETERS_SUPPORTED, false),
        entry(SqlInfo.SQL_LOCATORS_UPDATE_COPY, false),
        entry(SqlInfo.SQL_STORED_FUNCTIONS_USING_CALL_SYNTAX_SUPPORTED, false));
  }

  private static Map<SqlInfo, Object> results() {
    int readOnly =
        mask(SqlSupportedResultSetConcurrency.SQL_RESULT_SET_CONCURRENCY_READ_ONLY_VALUE);
    return Map.ofEntries(
        entry(
            SqlInfo.SQL_SUPPORTED_RESULT_SET_TYPES,
            mask(SqlSupportedResultSetType.SQL_RESULT_SET_TYPE_FORWARD_ONLY_VALUE)),
        entry(SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_UNSPECIFIED, 0),
        entry(SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_FORWARD_ONLY, readOnly),
        entry(SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_SENSITIVE, 0),
        entry(SqlInfo.SQL_SUPPORTED_CONCURRENCIES_FOR_RESULT_SET_SCROLL_INSENSITIVE, 0));
  }

  private static int mask(int bit) {
    return 1 << bit;
  }
}
