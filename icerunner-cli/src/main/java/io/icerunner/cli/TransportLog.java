package io.icerunner.cli;

import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * What gRPC's transport logs. It warns with a stack trace of every client that breaks off, which is
 * nothing that people at a terminal can act on; whoever configures {@code java.util.logging} sees
 * it.
 */
final class TransportLog {
  /** Kept, because the logging system forgets the level of a logger that nobody refers to. */
  private static final Logger TRANSPORT = Logger.getLogger("io.grpc.netty");

  private TransportLog() {}

  static void onlyFaults() {
    if (System.getProperty("java.util.logging.config.file") == null
        && System.getProperty("java.util.logging.config.class") == null) {
      TRANSPORT.setLevel(Level.SEVERE);
    }
  }
}
