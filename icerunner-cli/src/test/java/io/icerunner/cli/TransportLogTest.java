package io.icerunner.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;

class TransportLogTest {
  @Test
  void warningsOfTheTransportAreNotShownAndFaultsAre() {
    TransportLog.onlyFaults();
    System.gc();
    Logger handler = Logger.getLogger("io.grpc.netty.NettyServerHandler");
    assertThat(handler.isLoggable(Level.WARNING)).isFalse();
    assertThat(handler.isLoggable(Level.SEVERE)).isTrue();
  }
}
