package io.icerunner.internal.mirror.source;

import io.icerunner.error.IceRunnerException;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** The schema that all endpoints must have. Safe for use by many threads. */
final class SharedSchema {
  private final Set<EndpointRead> checked = new HashSet<>();
  private @Nullable Schema schema;
  private @Nullable String from;

  /**
   * Checks an endpoint once that has answered.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if its schema is not that of the others
   */
  synchronized void check(EndpointRead endpoint) {
    if (!checked.add(endpoint)) {
      return;
    }
    Schema its = endpoint.schema();
    if (schema == null) {
      schema = its;
      from = endpoint.doing();
    } else if (!schema.getFields().equals(its.getFields())) {
      throw IceRunnerException.invalidArgument(
          "Cannot %s: its schema is %s, but to %s gave %s"
              .formatted(
                  endpoint.doing(),
                  its.getFields(),
                  from,
                  Objects.requireNonNull(schema).getFields()));
    }
  }

  /** Null until an endpoint has answered. */
  synchronized @Nullable Schema schema() {
    return schema;
  }
}
