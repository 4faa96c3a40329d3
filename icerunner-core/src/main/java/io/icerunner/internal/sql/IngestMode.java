package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.TableAppend.IfExists;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;

/** What an ingest does to its table. */
enum IngestMode {
  /** Makes the table; it must not exist. */
  CREATE(true, IfExists.FAIL),
  /** Adds rows; the table must exist. */
  APPEND(false, IfExists.APPEND),
  /** Gives the table a new schema and new rows; makes it if it does not exist. */
  REPLACE(true, IfExists.REPLACE),
  /** Adds rows; makes the table if it does not exist. */
  CREATE_APPEND(true, IfExists.APPEND),
  /** Gives the table a new schema and new rows; it must exist. */
  REPLACE_EXISTING(false, IfExists.REPLACE);

  private final boolean createsMissing;
  private final IfExists ifExists;

  IngestMode(boolean createsMissing, IfExists ifExists) {
    this.createsMissing = createsMissing;
    this.ifExists = ifExists;
  }

  /** Whether a table that does not exist is made. */
  boolean createsMissing() {
    return createsMissing;
  }

  /** What becomes of a table that exists. */
  IfExists ifExists() {
    return ifExists;
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if the command leaves open what to do, or could do
   *     nothing in any case
   */
  static IngestMode of(CommandStatementIngest command) {
    TableDefinitionOptions options = command.getTableDefinitionOptions();
    boolean creates =
        switch (options.getIfNotExist()) {
          case TABLE_NOT_EXIST_OPTION_CREATE -> true;
          case TABLE_NOT_EXIST_OPTION_FAIL -> false;
          case TABLE_NOT_EXIST_OPTION_UNSPECIFIED, UNRECOGNIZED ->
              throw unspecified("if_not_exist");
        };
    return switch (options.getIfExists()) {
      case TABLE_EXISTS_OPTION_FAIL -> createOnly(creates);
      case TABLE_EXISTS_OPTION_APPEND -> creates ? CREATE_APPEND : APPEND;
      case TABLE_EXISTS_OPTION_REPLACE -> creates ? REPLACE : REPLACE_EXISTING;
      case TABLE_EXISTS_OPTION_UNSPECIFIED, UNRECOGNIZED -> throw unspecified("if_exists");
    };
  }

  private static IngestMode createOnly(boolean creates) {
    if (!creates) {
      throw IceRunnerException.invalidArgument(
          "Cannot ingest: the command says to fail whether the table exists or not");
    }
    return CREATE;
  }

  private static IceRunnerException unspecified(String option) {
    return IceRunnerException.invalidArgument(
        "Cannot ingest: %s of the table definition options is not specified".formatted(option));
  }
}
