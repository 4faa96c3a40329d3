package io.icerunner.internal.flight;

import com.google.protobuf.InvalidProtocolBufferException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.flatbuf.Buffer;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.flight.impl.Flight;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/**
 * Looks through the bytes of one FlightData message before Flight reads it, because Flight leaks
 * memory when it meets a message that it cannot read.
 */
final class MessageInspection {
  private static final int DESCRIPTOR = 10;
  private static final int HEADER = 18;
  private static final int APP_METADATA = 26;
  private static final int BODY = 8002;

  private final BufferAllocator allocator;
  private final long limit;
  private boolean hasAppMetadata;
  private byte @Nullable [] header;
  private @Nullable ByteBuffer body;
  private long bodySize;

  /**
   * @param limit bytes that one message may take when its buffers are decompressed
   */
  MessageInspection(BufferAllocator allocator, long limit) {
    this.allocator = allocator;
    this.limit = limit;
  }

  /** Inspects a message; the stream is at its end afterwards. Never throws for what is in it. */
  CheckedMessage inspect(InputStream in) throws IOException {
    try {
      String fault = readFields(in);
      if (fault != null) {
        return CheckedMessage.refused(fault);
      }
      return header == null
          ? new CheckedMessage(null, null, null, null)
          : inspect(Message.getRootAsMessage(ByteBuffer.wrap(header)));
    } catch (InvalidProtocolBufferException e) {
      return CheckedMessage.refused("its descriptor is malformed");
    } catch (RuntimeException | StackOverflowError e) {
      return CheckedMessage.refused("its metadata is malformed, " + e);
    }
  }

  private @Nullable String readFields(InputStream in) throws IOException {
    if (in.available() > allocator.getHeadroom()) {
      return "there is no memory left for it";
    }
    while (in.available() > 0) {
      long tag = varint(in);
      long size = varint(in);
      if (size < 0 || size > in.available()) {
        return "it is cut off";
      }
      if (tag == DESCRIPTOR) {
        byte[] descriptor = in.readNBytes((int) size);
        Flight.FlightDescriptor.parseFrom(descriptor);
      } else if (tag == HEADER && header == null) {
        header = in.readNBytes((int) size);
      } else if (tag == APP_METADATA && !hasAppMetadata) {
        hasAppMetadata = true;
        in.skipNBytes(size);
      } else if (tag == BODY && body == null) {
        readBody(in, size);
      } else {
        return "it has a field %s that is unknown or occurs twice".formatted(tag >>> 3);
      }
    }
    return null;
  }

  /** Keeps the bytes only if they are compressed, which takes a look into them to check. */
  private void readBody(InputStream in, long size) throws IOException {
    bodySize = size;
    if (isCompressed()) {
      body = ByteBuffer.wrap(in.readNBytes((int) size)).order(ByteOrder.LITTLE_ENDIAN);
    } else {
      body = ByteBuffer.allocate(0);
      in.skipNBytes(size);
    }
  }

  /** A header that comes after its body is taken for one of a compressed batch. */
  private boolean isCompressed() {
    if (header == null) {
      return true;
    }
    RecordBatch batch = CheckedMessage.batch(Message.getRootAsMessage(ByteBuffer.wrap(header)));
    return batch != null && batch.compression() != null;
  }

  private CheckedMessage inspect(Message message) {
    if (message.version() < MetadataVersion.V4 || message.version() > MetadataVersion.V5) {
      return CheckedMessage.refused(
          "its metadata version is V%s, and V4 and V5 are read".formatted(message.version() + 1));
    }
    switch (message.headerType()) {
      case MessageHeader.Schema -> {
        if (bodySize > 0) {
          return CheckedMessage.refused("it is a schema with a body");
        }
        var flat =
            (org.apache.arrow.flatbuf.Schema) message.header(new org.apache.arrow.flatbuf.Schema());
        return new CheckedMessage(null, message, Schema.convertSchema(flat), null);
      }
      case MessageHeader.RecordBatch, MessageHeader.DictionaryBatch -> {
        RecordBatch batch = CheckedMessage.batch(message);
        String fault = batch == null ? "it holds no batch" : inspect(batch);
        return new CheckedMessage(null, message, null, fault);
      }
      default -> {
        return CheckedMessage.refused(
            "its type %s is neither schema nor batch".formatted(message.headerType()));
      }
    }
  }

  private @Nullable String inspect(RecordBatch batch) {
    if (batch.length() < 0 || batch.length() > Integer.MAX_VALUE) {
      return "it has %s rows".formatted(batch.length());
    }
    for (int i = 0; i < batch.nodesLength(); i++) {
      FieldNode node = batch.nodes(i);
      boolean fits =
          node.length() >= 0
              && node.length() / 8 <= limit
              && node.nullCount() >= 0
              && node.nullCount() <= node.length();
      if (!fits) {
        return "column %s has %s values, %s of them null"
            .formatted(i, node.length(), node.nullCount());
      }
    }
    for (int i = 0; i < batch.buffersLength(); i++) {
      Buffer buffer = batch.buffers(i);
      boolean inside =
          buffer.offset() >= 0
              && buffer.length() >= 0
              && buffer.offset() <= bodySize
              && buffer.length() <= bodySize - buffer.offset();
      if (!inside) {
        return "buffer %s is outside its body".formatted(i);
      }
    }
    return batch.compression() == null || body == null
        ? null
        : new CompressedBody(body, allocator, limit).fault(batch);
  }

  private static long varint(InputStream in) throws IOException {
    long value = 0;
    for (int shift = 0; shift < 35; shift += 7) {
      int next = in.read();
      if (next < 0) {
        return -1;
      }
      value |= (long) (next & 0x7f) << shift;
      if (next < 0x80) {
        return value;
      }
    }
    return -1;
  }
}
