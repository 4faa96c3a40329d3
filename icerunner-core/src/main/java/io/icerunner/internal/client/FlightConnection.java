package io.icerunner.internal.client;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.arrow.ArrowRuntime;
import java.net.URI;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.arrow.flight.Location;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A server, and those that it names as locations of its data. The others get what proves who calls
 * as well, but never over a plain connection when the first was encrypted. Safe for use by many
 * threads.
 */
public final class FlightConnection implements AutoCloseable {
  private static final String REUSE = "arrow-flight-reuse-connection";
  private static final Set<String> ANY_ADDRESS = Set.of("0.0.0.0", "::", "0:0:0:0:0:0:0:0");

  private final ConnectionSettings settings;
  private final BufferAllocator parent;
  private final FlightPeer first;
  private final Map<String, FlightPeer> others = new HashMap<>();
  private boolean closed;

  private FlightConnection(ConnectionSettings settings, BufferAllocator parent) {
    this.settings = settings;
    this.parent = parent;
    this.first = new FlightPeer(settings, settings.uri().server(), parent);
  }

  /**
   * A connection that is made when it is first used.
   *
   * @param parent of the memory of calls that are no streams; closed after the connection
   * @throws IceRunnerException INVALID_ARGUMENT if a file of the settings cannot be read
   */
  public static FlightConnection open(ConnectionSettings settings, BufferAllocator parent) {
    ArrowRuntime.chooseAllocationManager();
    return new FlightConnection(settings, parent);
  }

  /** The server of the settings. */
  public FlightPeer server() {
    return first;
  }

  /**
   * The server at a location.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if it is none of Flight; PERMISSION_DENIED if
   *     secrets would go over a plain connection
   */
  public FlightPeer at(Location location) {
    URI uri = location.getUri();
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    return scheme.equals(REUSE) ? first : at(FlightUri.parse(uri.toString()).server());
  }

  private FlightPeer at(FlightUri named) {
    FlightUri uri =
        ANY_ADDRESS.contains(named.host())
            // Servers that listen everywhere name themselves so.
            ? new FlightUri(settings.uri().host(), named.port(), named.isEncrypted(), named.table())
            : named;
    if (uri.address().equals(first.address())) {
      return first;
    }
    if (settings.uri().isEncrypted() && !uri.isEncrypted() && settings.hasSecrets()) {
      throw new IceRunnerException(
          ErrorCode.PERMISSION_DENIED,
          "Cannot connect to %s: what proves who calls would go over a plain connection, and %s is encrypted"
              .formatted(uri.address(), first.address()));
    }
    return other(uri);
  }

  private synchronized FlightPeer other(FlightUri uri) {
    if (closed) {
      throw IceRunnerException.cancelled(
          "Cannot connect to %s: the connection is closed".formatted(uri.address()));
    }
    return others.computeIfAbsent(uri.address(), address -> new FlightPeer(settings, uri, parent));
  }

  /** Ends all calls that run. Idempotent. */
  @Override
  public synchronized void close() {
    closed = true;
    first.close();
    others.values().forEach(FlightPeer::close);
    others.clear();
  }
}
