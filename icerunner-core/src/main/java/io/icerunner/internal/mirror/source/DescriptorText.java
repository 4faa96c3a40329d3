package io.icerunner.internal.mirror.source;

import io.icerunner.internal.flight.SqlMessages;
import io.icerunner.internal.names.TableNameText;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.flight.FlightDescriptor;
import org.jspecify.annotations.Nullable;

/** What a descriptor asks for, for messages. */
final class DescriptorText {
  private static final int LONGEST = 200;

  private DescriptorText() {}

  static String of(@Nullable FlightDescriptor descriptor) {
    if (descriptor == null) {
      return "what the server describes";
    }
    if (!descriptor.isCommand()) {
      return "table " + TableNameText.of(descriptor.getPath());
    }
    byte[] command = descriptor.getCommand();
    if (SqlMessages.isFlightSql(command)) {
      return "the result of a statement";
    }
    String text = new String(command, StandardCharsets.UTF_8);
    return "'%s'".formatted(text.length() > LONGEST ? text.substring(0, LONGEST) + "…" : text);
  }
}
