package io.icerunner.internal.flight;

import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TableVersion;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.zip.CRC32C;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of our tickets: four bytes that neither text nor a protobuf message begins with, the
 * version, the content, and a CRC32C of all before it. Integers are big-endian; a string is its
 * length in bytes and UTF-8.
 */
public final class TicketCodec {
  /** Bytes of the largest ticket: room for a statement of several megabytes. */
  static final int MAX_SIZE = 16 << 20;

  private static final byte[] MAGIC = {(byte) 0x89, 'I', 'R', 'T'};
  private static final byte VERSION = 1;
  private static final int CRC_SIZE = 4;
  private static final int SQL = 1;
  private static final int TABLE = 2;
  private static final int FILES = 3;

  private TicketCodec() {}

  /** Whether the bytes begin as a ticket of ours does. */
  public static boolean isOurs(byte[] ticket) {
    return ticket.length >= MAGIC.length
        && Arrays.equals(ticket, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  public static byte[] encode(ReadTicket ticket) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.write(MAGIC);
      out.writeByte(VERSION);
      out.writeLong(ticket.id().getMostSignificantBits());
      out.writeLong(ticket.id().getLeastSignificantBits());
      writeRequest(out, ticket.request());
      writeString(out, ticket.zone().getId());
      writePins(out, ticket.pins());
      out.writeLong(ticket.schema());
      CRC32C crc = new CRC32C();
      crc.update(bytes.toByteArray());
      out.writeInt((int) crc.getValue());
    } catch (IOException e) {
      throw IceRunnerException.internal("Cannot encode a ticket: " + e.getMessage(), e);
    }
    if (bytes.size() > MAX_SIZE) {
      throw IceRunnerException.invalidArgument(
          "Cannot make a ticket: its %s bytes are more than %s; shorten the statement"
              .formatted(bytes.size(), MAX_SIZE));
    }
    return bytes.toByteArray();
  }

  /**
   * @throws IceRunnerException INVALID_ARGUMENT if the bytes are not a whole ticket of this version
   */
  public static ReadTicket decode(byte[] ticket) {
    if (ticket.length > MAX_SIZE) {
      throw malformed("it is larger than " + MAX_SIZE + " bytes");
    }
    if (!isOurs(ticket) || ticket.length < MAGIC.length + 1 + CRC_SIZE) {
      throw malformed("it is cut off");
    }
    if (ticket[MAGIC.length] != VERSION) {
      throw malformed(
          "its version is %s and this server reads %s; get a new FlightInfo"
              .formatted(ticket[MAGIC.length], VERSION));
    }
    int end = ticket.length - CRC_SIZE;
    CRC32C crc = new CRC32C();
    crc.update(ticket, 0, end);
    if ((int) crc.getValue() != ByteBuffer.wrap(ticket).getInt(end)) {
      throw malformed("its checksum is wrong");
    }
    int start = MAGIC.length + 1;
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(ticket, start, end - start))) {
      UUID id = new UUID(in.readLong(), in.readLong());
      ReadRequest request = readRequest(in);
      ReadTicket decoded =
          new ReadTicket(id, request, ZoneId.of(readString(in)), readPins(in), in.readLong());
      if (in.available() > 0) {
        throw malformed("it has %s bytes too many".formatted(in.available()));
      }
      return decoded;
    } catch (IOException | DateTimeException | IllegalArgumentException e) {
      throw malformed(String.valueOf(e.getMessage()));
    }
  }

  private static IceRunnerException malformed(String reason) {
    return IceRunnerException.invalidArgument("Cannot read the ticket: " + reason);
  }

  private static void writeRequest(DataOutputStream out, ReadRequest request) throws IOException {
    if (request instanceof ReadRequest.OfSql sql) {
      out.writeByte(SQL);
      writeString(out, sql.sql());
    } else if (request instanceof ReadRequest.OfTable table) {
      out.writeByte(TABLE);
      writeStrings(out, table.name());
      writeVersion(out, table.version());
      List<String> columns = table.columns();
      out.writeBoolean(columns != null);
      if (columns != null) {
        writeStrings(out, columns);
      }
      String filter = table.filter();
      out.writeBoolean(filter != null);
      if (filter != null) {
        writeString(out, filter);
      }
    } else if (request instanceof ReadRequest.OfFiles files) {
      out.writeByte(FILES);
      writeStrings(out, files.name());
      writeVersion(out, files.version());
    }
  }

  private static ReadRequest readRequest(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case SQL -> new ReadRequest.OfSql(readString(in));
      case TABLE -> {
        List<String> name = readStrings(in);
        TableVersion version = readVersion(in);
        @Nullable List<String> columns = in.readBoolean() ? readStrings(in) : null;
        @Nullable String filter = in.readBoolean() ? readString(in) : null;
        yield new ReadRequest.OfTable(name, version, columns, filter);
      }
      case FILES -> new ReadRequest.OfFiles(readStrings(in), readVersion(in));
      default -> throw malformed("its kind is " + kind);
    };
  }

  private static void writeVersion(DataOutputStream out, TableVersion version) throws IOException {
    if (version instanceof TableVersion.Current) {
      out.writeByte(0);
    } else if (version instanceof TableVersion.Snapshot snapshot) {
      out.writeByte(1);
      out.writeLong(snapshot.snapshotId());
    } else if (version instanceof TableVersion.AsOf asOf) {
      out.writeByte(2);
      out.writeLong(asOf.time().getEpochSecond());
      out.writeInt(asOf.time().getNano());
    } else if (version instanceof TableVersion.Ref ref) {
      out.writeByte(3);
      writeString(out, ref.name());
    } else if (version instanceof TableVersion.Changes range) {
      out.writeByte(4);
      writeOptionalLong(out, range.from());
      writeOptionalLong(out, range.to());
    }
  }

  private static TableVersion readVersion(DataInputStream in) throws IOException {
    int kind = in.readByte();
    return switch (kind) {
      case 0 -> TableVersion.current();
      case 1 -> TableVersion.snapshot(in.readLong());
      case 2 -> TableVersion.asOf(Instant.ofEpochSecond(in.readLong(), in.readInt()));
      case 3 -> TableVersion.ref(readString(in));
      case 4 -> TableVersion.changes(readOptionalLong(in), readOptionalLong(in));
      default -> throw malformed("its table version is of kind " + kind);
    };
  }

  private static void writeOptionalLong(DataOutputStream out, @Nullable Long value)
      throws IOException {
    out.writeBoolean(value != null);
    if (value != null) {
      out.writeLong(value);
    }
  }

  private static @Nullable Long readOptionalLong(DataInputStream in) throws IOException {
    return in.readBoolean() ? (Long) in.readLong() : null;
  }

  private static void writePins(DataOutputStream out, Map<TableIdentifier, Long> pins)
      throws IOException {
    Map<String, TableIdentifier> sorted = new TreeMap<>();
    pins.keySet().forEach(table -> sorted.put(table.toString(), table));
    out.writeInt(pins.size());
    for (TableIdentifier table : sorted.values()) {
      writeStrings(out, List.of(table.namespace().levels()));
      writeString(out, table.name());
      out.writeLong(pins.getOrDefault(table, -1L));
    }
  }

  private static Map<TableIdentifier, Long> readPins(DataInputStream in) throws IOException {
    Map<TableIdentifier, Long> pins = new LinkedHashMap<>();
    int count = readCount(in);
    for (int i = 0; i < count; i++) {
      Namespace namespace = Namespace.of(readStrings(in).toArray(new String[0]));
      TableIdentifier table = TableIdentifier.of(namespace, readString(in));
      pins.put(table, in.readLong());
    }
    return pins;
  }

  private static void writeStrings(DataOutputStream out, List<String> strings) throws IOException {
    out.writeInt(strings.size());
    for (String string : strings) {
      writeString(out, string);
    }
  }

  private static List<String> readStrings(DataInputStream in) throws IOException {
    int count = readCount(in);
    List<String> strings = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      strings.add(readString(in));
    }
    return strings;
  }

  private static void writeString(DataOutputStream out, String string) throws IOException {
    byte[] bytes = string.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String readString(DataInputStream in) throws IOException {
    byte[] bytes = in.readNBytes(readCount(in));
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw malformed("it holds text that is not UTF-8");
    }
  }

  /** A count of things that take a byte at least each, so it cannot exceed what is left. */
  private static int readCount(DataInputStream in) throws IOException {
    int count = in.readInt();
    if (count < 0 || count > in.available()) {
      throw malformed("it says %s things follow, and %s bytes do".formatted(count, in.available()));
    }
    return count;
  }
}
