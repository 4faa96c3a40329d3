package io.icerunner.spi;

import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One SQL statement with its parameters.
 *
 * @param sql the text, as the client sent it
 * @param parameters values of the positional parameters in order, null for SQL NULL: {@link
 *     Boolean}, {@link Integer}, {@link Long}, {@link Float}, {@link Double}, {@link
 *     java.math.BigDecimal}, {@link String}, {@code byte[]}, {@link java.time.LocalDate}, {@link
 *     java.time.LocalTime}, {@link java.time.LocalDateTime}, {@link java.time.OffsetDateTime},
 *     {@link java.util.UUID} or a {@link List} of these; ignored when a statement is described
 * @param timeZone the session's time zone: how timestamps with time zone are shown and cast
 */
public record SqlQuery(String sql, List<@Nullable Object> parameters, ZoneId timeZone) {
  public SqlQuery {
    Objects.requireNonNull(sql, "sql is null");
    Objects.requireNonNull(timeZone, "timeZone is null");
    parameters = Collections.unmodifiableList(new ArrayList<>(parameters));
  }

  /** The statement without parameters. */
  public static SqlQuery of(String sql, ZoneId timeZone) {
    return new SqlQuery(sql, List.of(), timeZone);
  }
}
