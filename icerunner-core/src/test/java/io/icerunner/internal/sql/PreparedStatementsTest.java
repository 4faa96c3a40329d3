package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.QueryDescription;
import java.time.Duration;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.junit.jupiter.api.Test;

class PreparedStatementsTest {
  private final AtomicLong clock = new AtomicLong();
  private final PreparedStatements statements = new PreparedStatements(clock::get, 2);

  private static PreparedStatement statement() {
    Schema none = new Schema(List.of());
    Session session = new Session(Namespace.of("default"), ZoneId.of("UTC"));
    return new PreparedStatement(
        new Statement(
            "SELECT 1", session, new QueryDescription(none, none, false), false, Map.of()));
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void findsAStatementByItsHandleUntilItIsClosed() {
    PreparedStatement statement = statement();
    ByteString handle = statements.add(statement);

    assertThat(statements.load(handle)).isSameAs(statement);
    statements.close(handle);
    statements.close(handle);

    assertThatThrownBy(() -> statements.load(handle))
        .isInstanceOfSatisfying(
            IceRunnerException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("prepare it again");
  }

  @Test
  void closesStatementsThatNobodyUses() {
    ByteString used = statements.add(statement());
    ByteString idle = statements.add(statement());
    pass(PreparedStatements.IDLE.minusMinutes(1));
    statements.load(used);
    pass(Duration.ofMinutes(2));

    assertThat(statements.load(used)).isNotNull();
    assertThatThrownBy(() -> statements.load(idle)).isInstanceOf(IceRunnerException.class);
    assertThat(statements.count()).isEqualTo(1);
  }

  @Test
  void refusesMoreThanItsLimitUntilOneEnds() {
    ByteString first = statements.add(statement());
    statements.add(statement());

    assertThatThrownBy(() -> statements.add(statement()))
        .isInstanceOfSatisfying(
            IceRunnerException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.RESOURCE_EXHAUSTED))
        .hasMessageContaining("2 are open");
    statements.close(first);
    assertThat(statements.add(statement())).isNotNull();
    pass(PreparedStatements.IDLE.plusMinutes(1));
    statements.add(statement());
    statements.add(statement());
    assertThat(statements.count()).isEqualTo(2);
  }
}
