package io.icerunner.internal.mirror.source;

import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.memory.BufferAllocator;

/**
 * A Flight server that tables are read from. Every failure is an IceRunnerException whose code
 * tells whether it may pass. Safe for use by many threads.
 */
public interface SourceServer extends AutoCloseable {

  /** Names the server in messages and records: scheme, host and port, never a secret. */
  String address();

  /**
   * What can be mirrored, by ListFlights, else by Flight SQL's GetTables. Each is the parts of a
   * table's name.
   */
  List<List<String>> tables();

  /** Whether the server has an action of this name; asked once. */
  boolean hasAction(String name);

  /** Runs an action. */
  List<byte[]> action(String name, byte[] body);

  /** Describes a read. */
  FlightInfo info(FlightDescriptor descriptor);

  /** Describes the result of a statement, by Flight SQL. */
  FlightInfo query(String sql);

  /**
   * Describes all rows of a table in the way the server understands: by path, by Flight SQL, or not
   * at all, then with a single endpoint whose ticket is the name.
   */
  FlightInfo table(List<String> name);

  /**
   * Reads all endpoints of a description, some at a time, each from the first of its locations that
   * answers.
   *
   * @param allocator parent of what the stream allocates; closed after the stream
   */
  BatchStream read(FlightInfo info, BufferAllocator allocator);

  @Override
  void close();
}
