package io.icerunner.internal.duckdb.sql;

import java.util.Set;

/**
 * Which of DuckDB's functions a statement may call. Every function of the DuckDB version in use was
 * looked at; a test fails when another version brings new ones.
 */
final class Functions {

  /** Functions that make rows from their arguments alone. */
  private static final Set<String> IN_FROM =
      Set.of(
          "generate_series",
          "json_each",
          "json_tree",
          "pg_timezone_names",
          "range",
          "repeat",
          "repeat_row",
          "unnest");

  private static final Set<String> DENIED =
      Set.of(
          // The instance's settings, variables, sequences and random state.
          "currval",
          "current_setting",
          "getenv",
          "getvariable",
          "in_search_path",
          "nextval",
          "setseed",
          "setval",
          // The text that is run, which names files, and other statements.
          "current_query",
          "json_deserialize_sql",
          "json_serialize_plan",
          "json_serialize_sql",
          // What writes or waits.
          "pg_sleep",
          "sleep_ms",
          "write_log",
          // DuckDB's own catalog, which is not the one that clients see.
          "col_description",
          "current_catalog",
          "current_connection_id",
          "current_database",
          "current_query_id",
          "current_role",
          "current_schema",
          "current_schemas",
          "current_transaction_id",
          "current_user",
          "format_type",
          "get_block_size",
          "inet_client_addr",
          "inet_client_port",
          "inet_server_addr",
          "inet_server_port",
          "obj_description",
          "session_user",
          "shobj_description",
          "txid_current",
          "user",
          // Raw bytes taken for internal state.
          "combine",
          "combine_aggr",
          "finalize",
          "index_key",
          "stats",
          "to_aggregate_state",
          "variant_bytes_to_variant",
          "vector_type");

  private static final Set<String> ALLOWED_WITH_DENIED_PREFIX =
      Set.of("pg_size_pretty", "pg_typeof");

  private Functions() {}

  static boolean isAllowedInFrom(String name) {
    return IN_FROM.contains(name);
  }

  static boolean isDenied(String name) {
    return DENIED.contains(name)
        || name.startsWith("__internal")
        || name.startsWith("has_") && name.endsWith("_privilege")
        || name.startsWith("pg_") && !ALLOWED_WITH_DENIED_PREFIX.contains(name)
        || readsFiles(name);
  }

  static boolean readsFiles(String name) {
    return name.startsWith("read_")
        || name.startsWith("parquet_")
        || name.startsWith("arrow_scan")
        || name.equals("glob")
        || name.equals("sniff_csv")
        || name.equals("seq_scan");
  }
}
