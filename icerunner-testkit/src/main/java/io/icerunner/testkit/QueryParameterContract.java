package io.icerunner.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.icerunner.error.ErrorCode;
import io.icerunner.spi.EngineCapability;
import io.icerunner.spi.QueryDescription;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Positional parameters; an engine without them refuses every statement that has one. */
public interface QueryParameterContract extends QueryEngineUnderTest {

  @Test
  default void parametersAreDescribedInOrder() {
    try (EngineSession session = EngineSession.open(this)) {
      String sql = "SELECT id FROM numbers WHERE id > ? AND name = ?";
      if (!session.can(EngineCapability.PARAMETERS)) {
        session.assertRefused(sql, ErrorCode.UNSUPPORTED, ErrorCode.INVALID_ARGUMENT);
        return;
      }
      QueryDescription description = session.describe(sql);
      assertThat(description.parameterSchema().getFields())
          .extracting(Field::getName)
          .containsExactly("$1", "$2");
      assertThat(description.resultSchema().getFields())
          .extracting(Field::getName)
          .containsExactly("id");
    }
  }

  @Test
  default void parametersOfEveryTypeAreCompared() {
    try (EngineSession session = EngineSession.open(this)) {
      if (!session.can(EngineCapability.PARAMETERS)) {
        EngineSession.assertRefused(
            () -> session.rows("SELECT count(*) FROM types WHERE i = ?", 1),
            ErrorCode.UNSUPPORTED,
            ErrorCode.INVALID_ARGUMENT);
        return;
      }
      assertCount(session, "i = ?", Integer.MAX_VALUE);
      assertCount(session, "l = ?", Long.MIN_VALUE);
      assertCount(session, "d = ?", -0.25);
      assertCount(session, "f = ?", 1.5f);
      assertCount(session, "b = ?", true);
      assertCount(session, "s = ?", "süß 🧊");
      assertCount(session, "dt = ?", LocalDate.of(2024, 2, 29));
      assertCount(session, "dec = ?", new BigDecimal("-12345678901234567.890"));
      assertCount(session, "bin = ?", (Object) new byte[] {0, (byte) 0xff});
    }
  }

  private static void assertCount(EngineSession session, String condition, @Nullable Object value) {
    assertThat(session.rows("SELECT count(*) FROM types WHERE " + condition, value))
        .as(condition)
        .containsExactly(List.of(1L));
  }

  @Test
  default void aNullParameterEqualsNothing() {
    try (EngineSession session = EngineSession.open(this)) {
      String sql = "SELECT count(*) FROM numbers WHERE name = ?";
      @Nullable Object[] parameters = {null};
      if (session.can(EngineCapability.PARAMETERS)) {
        assertThat(session.rows(sql, parameters)).containsExactly(List.of(0L));
      } else {
        EngineSession.assertRefused(
            () -> session.rows(sql, parameters), ErrorCode.UNSUPPORTED, ErrorCode.INVALID_ARGUMENT);
      }
    }
  }

  @Test
  default void theNumberOfParametersMustBeRight() {
    try (EngineSession session = EngineSession.open(this)) {
      String sql = "SELECT id FROM numbers WHERE id = ?";
      ErrorCode[] codes = {ErrorCode.INVALID_ARGUMENT, ErrorCode.UNSUPPORTED};
      EngineSession.assertRefused(() -> session.rows(sql), codes);
      EngineSession.assertRefused(() -> session.rows(sql, 1L, 2L), codes);
      if (session.can(EngineCapability.PARAMETERS)) {
        assertThat(session.rows(sql, 7L)).containsExactly(Arrays.asList(7L));
      }
    }
  }
}
