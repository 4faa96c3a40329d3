package io.icerunner.internal.sql;

import org.jspecify.annotations.Nullable;

/** A statement that a client prepared, and the parameters it bound last. */
final class PreparedStatement {
  private final Statement statement;
  private volatile @Nullable Parameters bound;

  PreparedStatement(Statement statement) {
    this.statement = statement;
  }

  /** As it was planned when it was prepared. */
  Statement statement() {
    return statement;
  }

  /**
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if the number of parameters is
   *     wrong; then what was bound before stays
   */
  void bind(Parameters parameters) {
    parameters.check(statement.parameterCount());
    bound = parameters;
  }

  /**
   * What it runs with.
   *
   * @throws io.icerunner.error.IceRunnerException INVALID_ARGUMENT if it has parameters and none
   *     are bound
   */
  Parameters parameters() {
    Parameters parameters = boundOrNone();
    parameters.check(statement.parameterCount());
    return parameters;
  }

  /** What is bound; {@link Parameters#NONE} if nothing is. */
  Parameters boundOrNone() {
    Parameters parameters = bound;
    return parameters == null ? Parameters.NONE : parameters;
  }
}
