package io.icerunner.internal.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.ReadRequest;
import io.icerunner.internal.flight.ReadTicket;
import io.icerunner.internal.flight.TicketCodec;
import java.time.ZoneId;
import java.util.Map;
import java.util.UUID;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class StatementTicketTest {
  private final ReadTicket read =
      new ReadTicket(
          UUID.randomUUID(),
          new ReadRequest.OfSql("SELECT 1"),
          ZoneId.of("Europe/Madrid"),
          Map.of(TableIdentifier.of("a", "b", "t"), 42L),
          7L);
  private final StatementTicket ticket =
      new StatementTicket(read, Namespace.of("a", "b.c"), new byte[] {1, 2, 3});

  private static TicketStatementQuery message(Ticket ticket) throws Exception {
    return Any.parseFrom(ticket.getBytes()).unpack(TicketStatementQuery.class);
  }

  @Test
  void holdsWhatAnotherServerNeeds() throws Exception {
    StatementTicket decoded = StatementTicket.decode(message(ticket.toTicket()));

    assertThat(decoded.read()).isEqualTo(read);
    assertThat(decoded.namespace()).isEqualTo(Namespace.of("a", "b.c"));
    assertThat(decoded.parameters()).containsExactly(1, 2, 3);
  }

  @Test
  void unwrapsToThePlainTicket() {
    byte[] plain = TicketCodec.encode(read);

    assertThat(StatementTicket.unwrap(ticket.toTicket().getBytes())).isEqualTo(plain);
    assertThat(StatementTicket.unwrap(plain)).isEqualTo(plain);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 4, 5, 40, 90})
  void refusesATicketThatIsCutOff(int length) throws Exception {
    ByteString handle = message(ticket.toTicket()).getStatementHandle().substring(0, length);
    TicketStatementQuery cut = TicketStatementQuery.newBuilder().setStatementHandle(handle).build();

    assertThatThrownBy(() -> StatementTicket.decode(cut))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("Cannot read the ticket");
  }
}
