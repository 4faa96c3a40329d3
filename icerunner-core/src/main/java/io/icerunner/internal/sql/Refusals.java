package io.icerunner.internal.sql;

import java.util.Map;
import org.apache.arrow.flight.sql.FlightSqlUtils;

/** Actions of Flight SQL that are not carried out, and what the client is told. */
final class Refusals {
  private static final String NO_TRANSACTIONS =
      "Cannot %s: there are no transactions; each statement and each ingest is committed by itself"
          + " (ADBC: connect with autocommit=True)";

  static final Map<String, String> ACTIONS =
      Map.of(
          FlightSqlUtils.FLIGHT_SQL_BEGIN_TRANSACTION.getType(),
          NO_TRANSACTIONS.formatted("begin a transaction"),
          FlightSqlUtils.FLIGHT_SQL_END_TRANSACTION.getType(),
          NO_TRANSACTIONS.formatted("end a transaction"),
          FlightSqlUtils.FLIGHT_SQL_BEGIN_SAVEPOINT.getType(),
          NO_TRANSACTIONS.formatted("begin a savepoint"),
          FlightSqlUtils.FLIGHT_SQL_END_SAVEPOINT.getType(),
          NO_TRANSACTIONS.formatted("end a savepoint"),
          FlightSqlUtils.FLIGHT_SQL_CREATE_PREPARED_SUBSTRAIT_PLAN.getType(),
          "Cannot prepare a Substrait plan: Substrait plans are not run; send SQL");

  private Refusals() {}
}
