package io.icerunner.internal.client;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/** Text of a URI in which bytes may be written as {@code %xx}. */
final class PercentText {
  private static final int HEXADECIMAL = 16;

  private PercentText() {}

  static String decode(String uri, String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
    for (int i = 0; i < encoded.length; i++) {
      if (encoded[i] != '%') {
        bytes.write(encoded[i]);
      } else {
        int high = i + 2 < encoded.length ? Character.digit(encoded[i + 1], HEXADECIMAL) : -1;
        int low = i + 2 < encoded.length ? Character.digit(encoded[i + 2], HEXADECIMAL) : -1;
        if (high < 0 || low < 0) {
          throw FlightUri.refused(
              uri, "after '%' in '" + text + "' two hexadecimal digits must follow");
        }
        bytes.write(high * HEXADECIMAL + low);
        i += 2;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw FlightUri.refused(uri, "'" + text + "' is no UTF-8 text");
    }
  }
}
