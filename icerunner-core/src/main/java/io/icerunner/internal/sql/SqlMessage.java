package io.icerunner.internal.sql;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;

/** Unpacks Flight SQL messages. */
final class SqlMessage {
  private SqlMessage() {}

  /** The name of the message inside, such as {@code CommandGetTables}. */
  static String name(Any message) {
    String url = message.getTypeUrl();
    return url.substring(url.lastIndexOf('.') + 1);
  }

  static Any parse(byte[] bytes) {
    try {
      return Any.parseFrom(bytes);
    } catch (InvalidProtocolBufferException e) {
      throw malformed("the Flight SQL message", e);
    }
  }

  static <M extends Message> M unpack(Any message, Class<M> type) {
    try {
      return message.unpack(type);
    } catch (InvalidProtocolBufferException e) {
      throw malformed(type.getSimpleName(), e);
    }
  }

  private static IceRunnerException malformed(String what, InvalidProtocolBufferException e) {
    return new IceRunnerException(
        ErrorCode.INVALID_ARGUMENT, "Cannot read %s: it is malformed".formatted(what), e);
  }
}
