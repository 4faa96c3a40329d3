package io.icerunner.internal.sql;

import com.google.protobuf.Message;
import io.icerunner.error.IceRunnerException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.FlightConstants;
import org.apache.arrow.flight.FlightProducer.CallContext;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCancelQueryRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.jspecify.annotations.Nullable;

/** The actions of Flight SQL by their names. */
final class SqlActions {
  private interface Handler {
    /**
     * @return the body of the one result; null for none
     */
    byte @Nullable [] run(CallContext context, Action action);
  }

  private final Map<String, Handler> handlers = new LinkedHashMap<>();
  private final List<ActionType> types =
      List.of(
          FlightSqlUtils.FLIGHT_SQL_CREATE_PREPARED_STATEMENT,
          FlightSqlUtils.FLIGHT_SQL_CLOSE_PREPARED_STATEMENT,
          FlightSqlUtils.FLIGHT_SQL_CANCEL_QUERY,
          FlightConstants.SET_SESSION_OPTIONS,
          FlightConstants.GET_SESSION_OPTIONS,
          FlightConstants.CLOSE_SESSION);

  @SuppressWarnings("deprecation") // CancelQuery is what older clients send.
  SqlActions(
      PreparedCommands prepared,
      CancelQuery cancel,
      SessionActions sessions,
      Function<CallContext, Session> session) {
    handlers.put(
        FlightSqlUtils.FLIGHT_SQL_CREATE_PREPARED_STATEMENT.getType(),
        (context, action) ->
            prepared.create(
                unpack(action, ActionCreatePreparedStatementRequest.class),
                session.apply(context)));
    handlers.put(
        FlightSqlUtils.FLIGHT_SQL_CLOSE_PREPARED_STATEMENT.getType(),
        (context, action) -> {
          prepared.close(unpack(action, ActionClosePreparedStatementRequest.class));
          return null;
        });
    handlers.put(
        FlightSqlUtils.FLIGHT_SQL_CANCEL_QUERY.getType(),
        (context, action) -> cancel.run(unpack(action, ActionCancelQueryRequest.class)));
    handlers.put(
        FlightConstants.SET_SESSION_OPTIONS.getType(),
        (context, action) -> sessions.set(context, action.getBody()));
    handlers.put(
        FlightConstants.GET_SESSION_OPTIONS.getType(), (context, action) -> sessions.get(context));
    handlers.put(
        FlightConstants.CLOSE_SESSION.getType(), (context, action) -> sessions.close(context));
    Refusals.ACTIONS.forEach(
        (type, sentence) ->
            handlers.put(
                type,
                (context, action) -> {
                  throw IceRunnerException.unsupported(sentence);
                }));
  }

  /** The actions that are carried out; those that are only refused are not listed. */
  List<ActionType> types() {
    return types;
  }

  /** Whether an action is Flight SQL's, carried out or refused. */
  boolean knows(String type) {
    return handlers.containsKey(type);
  }

  /**
   * @return the body of the one result; null for none
   */
  byte @Nullable [] run(CallContext context, Action action) {
    Handler handler = handlers.get(action.getType());
    if (handler == null) {
      throw IceRunnerException.unsupported(
          "Cannot run action %s: it is unknown".formatted(action.getType()));
    }
    return handler.run(context, action);
  }

  private static <M extends Message> M unpack(Action action, Class<M> type) {
    return SqlMessage.unpack(SqlMessage.parse(action.getBody()), type);
  }
}
