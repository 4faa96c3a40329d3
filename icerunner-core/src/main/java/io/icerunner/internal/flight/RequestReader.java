package io.icerunner.internal.flight;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.catalog.CatalogTables;
import io.icerunner.internal.names.TableNameText;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.iceberg.catalog.Namespace;

/**
 * Understands what plain Flight clients ask for: a path is a table's name; a command or a ticket is
 * text, namely a scan request if it begins with a brace, a table's name if it has the form of one
 * and such a table exists, else SQL.
 */
final class RequestReader {
  /** A text of the form of a name that names no table is SQL if it is one of these words. */
  private static final Set<String> STATEMENTS =
      Set.of("select", "from", "with", "values", "table", "show", "describe", "explain", "pivot");

  private final CatalogTables tables;
  private final Namespace defaultNamespace;

  RequestReader(CatalogTables tables, Namespace defaultNamespace) {
    this.tables = tables;
    this.defaultNamespace = defaultNamespace;
  }

  ReadRequest read(FlightDescriptor descriptor) {
    return descriptor.isCommand()
        ? read(descriptor.getCommand(), "command")
        : ReadRequest.OfTable.whole(path(descriptor));
  }

  /** The parts of a table's name. */
  static List<String> path(FlightDescriptor descriptor) {
    List<String> path = descriptor.getPath();
    if (path == null || path.isEmpty() || path.contains("")) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the descriptor: its path %s is no table name; give [\"table\"] or [\"namespace\", \"table\"]"
              .formatted(path));
    }
    return path;
  }

  /**
   * @param what for messages: "ticket" or "command"
   */
  ReadRequest read(byte[] bytes, String what) {
    String text = text(bytes, what).strip();
    if (text.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: it is empty; give a table name, SQL or a scan request in JSON"
              .formatted(what));
    }
    if (text.startsWith("{")) {
      return ScanRequestJson.parse(text);
    }
    List<String> name = TableNameText.parse(text);
    if (name == null || isStatement(name, text)) {
      return new ReadRequest.OfSql(text);
    }
    return ReadRequest.OfTable.whole(name);
  }

  private boolean isStatement(List<String> name, String text) {
    if (!STATEMENTS.contains(text.toLowerCase(Locale.ROOT))) {
      return false;
    }
    try {
      tables.resolve(name, defaultNamespace);
      return false;
    } catch (IceRunnerException e) {
      if (e.code() == ErrorCode.NOT_FOUND) {
        return true;
      }
      throw e;
    }
  }

  private static String text(byte[] bytes, String what) {
    if (bytes.length > TicketCodec.MAX_SIZE) {
      throw IceRunnerException.invalidArgument(
          "Cannot read the %s: it is larger than %s bytes".formatted(what, TicketCodec.MAX_SIZE));
    }
    try {
      String text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      if (text.indexOf('\0') < 0) {
        return text;
      }
    } catch (CharacterCodingException e) {
      // Reported below, with the other form of what is not text.
    }
    throw IceRunnerException.invalidArgument(
        "Cannot read the %s: it is neither text nor a ticket of this server".formatted(what));
  }
}
