package io.icerunner.internal.client;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.WireFormat;
import io.grpc.MethodDescriptor;
import io.icerunner.error.IceRunnerException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.jspecify.annotations.Nullable;

/**
 * Refuses messages that extend a dictionary: Flight's client would take the new values for all that
 * there are, and give wrong ones for the rows.
 */
final class DeltaRefusal<S> implements MethodDescriptor.Marshaller<S> {
  private static final int HEADER_FIELD = 2;

  private final MethodDescriptor.Marshaller<S> flight;

  DeltaRefusal(MethodDescriptor.Marshaller<S> flight) {
    this.flight = flight;
  }

  @Override
  public InputStream stream(S value) {
    return flight.stream(value);
  }

  @Override
  public S parse(InputStream stream) {
    try {
      InputStream in =
          stream.markSupported() ? stream : new ByteArrayInputStream(stream.readAllBytes());
      in.mark(Integer.MAX_VALUE);
      byte[] header = header(in);
      if (header != null && isDelta(header)) {
        throw IceRunnerException.unsupported(
            "Cannot read the stream: it extends a dictionary, and only dictionaries that are sent whole are read");
      }
      in.reset();
      return flight.parse(in);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The metadata of the message, which comes before its body; null if there is none. */
  private static byte @Nullable [] header(InputStream in) throws IOException {
    int tag = in.read();
    while (tag >= 0) {
      if (tag >= 0x80 || WireFormat.getTagWireType(tag) != WireFormat.WIRETYPE_LENGTH_DELIMITED) {
        return null;
      }
      int size = CodedInputStream.readRawVarint32(in.read(), in);
      if (size < 0) {
        return null;
      }
      if (WireFormat.getTagFieldNumber(tag) == HEADER_FIELD) {
        return in.readNBytes(size);
      }
      in.skipNBytes(size);
      tag = in.read();
    }
    return null;
  }

  private static boolean isDelta(byte[] header) {
    Message message = Message.getRootAsMessage(ByteBuffer.wrap(header));
    return message.headerType() == MessageHeader.DictionaryBatch
        && message.header(new DictionaryBatch()) instanceof DictionaryBatch dictionary
        && dictionary.isDelta();
  }
}
