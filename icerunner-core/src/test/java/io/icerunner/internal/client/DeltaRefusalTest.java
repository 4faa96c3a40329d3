package io.icerunner.internal.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import io.grpc.MethodDescriptor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.vector.ipc.message.ArrowDictionaryBatch;
import org.apache.arrow.vector.ipc.message.ArrowRecordBatch;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.junit.jupiter.api.Test;

class DeltaRefusalTest {
  private static final MethodDescriptor.Marshaller<byte[]> BYTES =
      new MethodDescriptor.Marshaller<>() {
        @Override
        public InputStream stream(byte[] value) {
          return new ByteArrayInputStream(value);
        }

        @Override
        public byte[] parse(InputStream stream) {
          try {
            return stream.readAllBytes();
          } catch (IOException e) {
            throw new UncheckedIOException(e);
          }
        }
      };

  private static byte[] dictionary(boolean isDelta) {
    try (ArrowRecordBatch batch = new ArrowRecordBatch(0, List.of(), List.of())) {
      ArrowDictionaryBatch dictionary = new ArrowDictionaryBatch(7, batch, isDelta);
      return Flight.FlightData.newBuilder()
          .setFlightDescriptor(Flight.FlightDescriptor.newBuilder().addPath("t"))
          .setDataHeader(
              ByteString.copyFrom(
                  MessageSerializer.serializeMetadata(dictionary, IpcOption.DEFAULT)))
          .setDataBody(ByteString.copyFromUtf8("body"))
          .build()
          .toByteArray();
    }
  }

  private static byte[] parse(byte[] message) {
    return new DeltaRefusal<>(BYTES).parse(new ByteArrayInputStream(message));
  }

  @Test
  void passesOnWholeDictionariesAndMessagesWithoutAHeader() {
    byte[] whole = dictionary(false);
    assertThat(parse(whole)).isEqualTo(whole);
    byte[] metadata =
        Flight.FlightData.newBuilder()
            .setAppMetadata(ByteString.copyFromUtf8("progress"))
            .build()
            .toByteArray();
    assertThat(parse(metadata)).isEqualTo(metadata);
    assertThat(parse(new byte[0])).isEmpty();
  }

  @Test
  void refusesWhatExtendsADictionary() {
    assertThatThrownBy(() -> parse(dictionary(true)))
        .hasMessageContaining("it extends a dictionary");
  }
}
