package io.icerunner.internal.sql;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.flight.ReadRequest;
import io.icerunner.internal.flight.ReadTicket;
import io.icerunner.internal.flight.SqlMessages;
import io.icerunner.internal.flight.TicketCodec;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.iceberg.catalog.Namespace;

/**
 * The ticket of a planned statement: everything that any server of the same catalog needs to run
 * it.
 *
 * @param read the statement and its pinned snapshots
 * @param namespace of names with one part
 * @param parameters see {@link Parameters#ipc()}
 */
record StatementTicket(ReadTicket read, Namespace namespace, byte[] parameters) {

  Ticket toTicket() {
    TicketStatementQuery message =
        TicketStatementQuery.newBuilder().setStatementHandle(ByteString.copyFrom(encode())).build();
    return new Ticket(Any.pack(message).toByteArray());
  }

  /** Length-prefixed parts: the plain ticket, the parameters, then each level of the namespace. */
  private byte[] encode() {
    List<byte[]> parts = new ArrayList<>();
    parts.add(TicketCodec.encode(read));
    parts.add(parameters);
    for (String level : namespace.levels()) {
      parts.add(level.getBytes(StandardCharsets.UTF_8));
    }
    int size = parts.stream().mapToInt(part -> Integer.BYTES + part.length).sum();
    ByteBuffer buffer = ByteBuffer.allocate(size);
    for (byte[] part : parts) {
      buffer.putInt(part.length).put(part);
    }
    return buffer.array();
  }

  /** The plain ticket that a ticket of Flight SQL carries; other bytes as they are. */
  static byte[] unwrap(byte[] ticket) {
    if (!SqlMessages.isFlightSql(ticket)) {
      return ticket;
    }
    Any message = SqlMessage.parse(ticket);
    if (!message.is(TicketStatementQuery.class)) {
      return ticket;
    }
    TicketStatementQuery query = SqlMessage.unpack(message, TicketStatementQuery.class);
    return part(query.getStatementHandle().asReadOnlyByteBuffer());
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if it is not a whole ticket of this version
   */
  static StatementTicket decode(TicketStatementQuery message) {
    ByteBuffer buffer = message.getStatementHandle().asReadOnlyByteBuffer();
    ReadTicket read = TicketCodec.decode(part(buffer));
    byte[] parameters = part(buffer);
    List<String> levels = new ArrayList<>();
    while (buffer.hasRemaining()) {
      levels.add(new String(part(buffer), StandardCharsets.UTF_8));
    }
    if (!(read.request() instanceof ReadRequest.OfSql)) {
      throw IceRunnerException.invalidArgument("Cannot read the ticket: it holds no statement");
    }
    return new StatementTicket(read, Namespace.of(levels.toArray(new String[0])), parameters);
  }

  private static byte[] part(ByteBuffer buffer) {
    int length = buffer.remaining() < Integer.BYTES ? -1 : buffer.getInt();
    if (length < 0 || length > buffer.remaining()) {
      throw IceRunnerException.invalidArgument("Cannot read the ticket: it is cut off");
    }
    byte[] part = new byte[length];
    buffer.get(part);
    return part;
  }
}
