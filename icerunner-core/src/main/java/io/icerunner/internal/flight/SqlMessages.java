package io.icerunner.internal.flight;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;

/** Tells Flight SQL commands and tickets from plain ones. */
public final class SqlMessages {
  static final String TYPE_PREFIX = "type.googleapis.com/arrow.flight.protocol.sql.";

  /** Field 1, length-delimited: how every serialized {@code Any} begins. */
  private static final byte ANY_TAG = 0x0a;

  private SqlMessages() {}

  /** Whether the bytes are a protobuf {@code Any} that holds a Flight SQL message. */
  public static boolean isFlightSql(byte[] bytes) {
    if (bytes.length < 2 + TYPE_PREFIX.length() || bytes[0] != ANY_TAG) {
      return false;
    }
    try {
      return Any.parseFrom(bytes).getTypeUrl().startsWith(TYPE_PREFIX);
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }
}
