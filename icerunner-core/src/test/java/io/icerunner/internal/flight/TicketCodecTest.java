package io.icerunner.internal.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.spi.TableVersion;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.iceberg.catalog.TableIdentifier;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class TicketCodecTest {
  private static final UUID ID = UUID.fromString("00112233-4455-6677-8899-aabbccddeeff");

  private static ReadTicket ticket(ReadRequest request) {
    return new ReadTicket(
        ID, request, ZoneId.of("Europe/Madrid"), Map.of(TableIdentifier.of("ns", "t"), 42L), 7);
  }

  static List<ReadRequest> requests() {
    return List.of(
        new ReadRequest.OfSql("select 'ü' from t"),
        new ReadRequest.OfTable(List.of("a", "b.c"), TableVersion.current(), null, null),
        new ReadRequest.OfTable(
            List.of("t"), TableVersion.snapshot(-3), List.of("x", "y"), "x = 1"),
        new ReadRequest.OfTable(
            List.of("t"), TableVersion.asOf(Instant.ofEpochSecond(5, 6)), null, "x = 1"),
        new ReadRequest.OfTable(List.of("t"), TableVersion.ref("b"), List.of("x"), null),
        new ReadRequest.OfTable(List.of("t"), TableVersion.changes(-3L, 4L), null, null),
        new ReadRequest.OfTable(List.of("t"), TableVersion.changes(5L, null), null, null),
        new ReadRequest.OfTable(List.of("t"), TableVersion.changes(null, 6L), null, null),
        new ReadRequest.OfTable(List.of("t"), TableVersion.changes(null, null), null, null),
        new ReadRequest.OfFiles(List.of("a", "t"), TableVersion.changes(-3L, 4L)),
        new ReadRequest.OfFiles(List.of("t"), TableVersion.snapshot(7)));
  }

  @ParameterizedTest
  @MethodSource("requests")
  void whatIsEncodedComesBack(ReadRequest request) {
    ReadTicket ticket = ticket(request);
    assertThat(TicketCodec.decode(TicketCodec.encode(ticket))).isEqualTo(ticket);
  }

  @Test
  void theBytesStayTheSame() {
    assertThat(HexFormat.of().formatHex(TicketCodec.encode(ticket(requests().get(2)))))
        .isEqualTo(
            "894952540100112233445566778899aabbccddeeff0200000001000000017401fffffffffffffffd010000000200000001780000000179010000000578203d20310000000d4575726f70652f4d61647269640000000100000001000000026e730000000174000000000000002a00000000000000079d22aa1f");
  }

  @ParameterizedTest
  @MethodSource("requests")
  void aChangeOfAnyByteIsNoticed(ReadRequest request) {
    byte[] bytes = TicketCodec.encode(ticket(request));
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 0x10;
      assertRefused(changed);
    }
  }

  @Test
  void aTicketThatIsCutOffIsRefused() {
    byte[] bytes = TicketCodec.encode(ticket(requests().get(1)));
    for (int length = 0; length < bytes.length; length++) {
      assertRefused(Arrays.copyOf(bytes, length));
    }
  }

  @Test
  void aTicketOfAnotherVersionSaysSo() {
    byte[] bytes = TicketCodec.encode(ticket(requests().get(0)));
    bytes[4] = 9;
    assertThatThrownBy(() -> TicketCodec.decode(bytes))
        .hasMessageContaining("its version is 9 and this server reads 1");
  }

  @Test
  void textAndProtobufAreNotOurs() {
    assertThat(TicketCodec.isOurs("select 1".getBytes(java.nio.charset.StandardCharsets.UTF_8)))
        .isFalse();
    assertThat(TicketCodec.isOurs(new byte[] {0x0a, 3})).isFalse();
    assertThat(TicketCodec.isOurs(TicketCodec.encode(ticket(requests().get(0))))).isTrue();
  }

  @Test
  void aStatementThatIsTooLongIsRefused() {
    ReadTicket ticket = ticket(new ReadRequest.OfSql("x".repeat(TicketCodec.MAX_SIZE)));
    assertThatThrownBy(() -> TicketCodec.encode(ticket))
        .isInstanceOf(IceRunnerException.class)
        .hasMessageContaining("shorten the statement");
  }

  private static void assertRefused(byte[] bytes) {
    assertThatThrownBy(() -> TicketCodec.decode(bytes))
        .asInstanceOf(InstanceOfAssertFactories.type(IceRunnerException.class))
        .satisfies(e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }
}
