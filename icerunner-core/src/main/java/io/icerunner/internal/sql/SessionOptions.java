package io.icerunner.internal.sql;

import io.icerunner.error.IceRunnerException;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.NoOpSessionOptionValueVisitor;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.SetSessionOptionsResult.ErrorValue;
import org.apache.iceberg.catalog.Namespace;
import org.jspecify.annotations.Nullable;

/**
 * The options of a session: {@code catalog}, which can only be the server's one; {@code schema},
 * the namespace of names with one part, its levels joined by dots; {@code timezone}, a zone id. An
 * empty value sets an option back to its default.
 */
final class SessionOptions {
  static final String CATALOG = "catalog";
  static final String SCHEMA = "schema";
  static final String TIMEZONE = "timezone";

  private final String catalog;
  private final Session defaults;
  private final Predicate<Namespace> namespaceExists;

  SessionOptions(String catalog, Session defaults, Predicate<Namespace> namespaceExists) {
    this.catalog = catalog;
    this.defaults = defaults;
    this.namespaceExists = namespaceExists;
  }

  /** A value that an option cannot have, or an option that does not exist. */
  private static final class RefusedException extends Exception {
    private static final long serialVersionUID = 1L;
    private final ErrorValue error;

    RefusedException(ErrorValue error) {
      super(error.name(), null, false, false);
      this.error = error;
    }
  }

  /**
   * Sets each option that can be set.
   *
   * @param errors takes the others and what is wrong with each
   */
  Session set(
      Session session,
      Map<String, SessionOptionValue> options,
      Map<String, SetSessionOptionsResult.Error> errors) {
    Session changed = session;
    for (Map.Entry<String, SessionOptionValue> option : options.entrySet()) {
      try {
        changed = set(changed, option.getKey(), text(option.getValue()));
      } catch (RefusedException e) {
        errors.put(option.getKey(), new SetSessionOptionsResult.Error(e.error));
      }
    }
    return changed;
  }

  /** What a session's options are now. */
  Map<String, SessionOptionValue> values(Session session) {
    Map<String, SessionOptionValue> values = new LinkedHashMap<>();
    values.put(CATALOG, SessionOptionValueFactory.makeSessionOptionValue(catalog));
    values.put(
        SCHEMA, SessionOptionValueFactory.makeSessionOptionValue(session.namespace().toString()));
    values.put(
        TIMEZONE, SessionOptionValueFactory.makeSessionOptionValue(session.timeZone().getId()));
    return values;
  }

  /**
   * The session of a call that has no cookie.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if a header has a value that the option cannot have
   */
  Session fromHeaders(CallHeaders headers) {
    Session session = defaults;
    for (String name : new String[] {CATALOG, SCHEMA, TIMEZONE}) {
      String value = headers.get(name);
      if (value != null) {
        try {
          session = set(session, name, value);
        } catch (RefusedException e) {
          throw IceRunnerException.invalidArgument(
              "Cannot use the call header %s: %s: the %s does not exist"
                  .formatted(name, value, name));
        }
      }
    }
    return session;
  }

  private Session set(Session session, String name, @Nullable String value)
      throws RefusedException {
    return switch (name) {
      case CATALOG -> checkCatalog(session, value);
      case SCHEMA -> session.withNamespace(value == null ? defaults.namespace() : namespace(value));
      case TIMEZONE -> session.withTimeZone(value == null ? defaults.timeZone() : zone(value));
      default -> throw new RefusedException(ErrorValue.INVALID_NAME);
    };
  }

  private Session checkCatalog(Session session, @Nullable String value) throws RefusedException {
    if (value != null && !value.equals(catalog)) {
      throw new RefusedException(ErrorValue.INVALID_VALUE);
    }
    return session;
  }

  private Namespace namespace(String dotted) throws RefusedException {
    Namespace whole = Namespace.of(dotted);
    Namespace levels = Namespace.of(dotted.split("\\.", -1));
    for (Namespace namespace : Arrays.asList(levels, whole)) {
      if (Arrays.stream(namespace.levels()).noneMatch(String::isEmpty)
          && namespaceExists.test(namespace)) {
        return namespace;
      }
    }
    throw new RefusedException(ErrorValue.INVALID_VALUE);
  }

  private static ZoneId zone(String id) throws RefusedException {
    try {
      return ZoneId.of(id);
    } catch (DateTimeException e) {
      throw new RefusedException(ErrorValue.INVALID_VALUE);
    }
  }

  /**
   * @return null for an empty value
   */
  private static @Nullable String text(SessionOptionValue value) throws RefusedException {
    if (value.isEmpty()) {
      return null;
    }
    String text =
        value.acceptVisitor(
            new NoOpSessionOptionValueVisitor<@Nullable String>() {
              @Override
              public String visit(String string) {
                return string;
              }
            });
    if (text == null) {
      throw new RefusedException(ErrorValue.INVALID_VALUE);
    }
    return text;
  }
}
