package io.icerunner.internal.store;

import io.icerunner.error.ErrorCode;
import java.io.EOFException;
import java.io.InterruptedIOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.AccessDeniedException;
import java.nio.file.NoSuchFileException;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.xml.stream.XMLStreamException;
import org.apache.iceberg.exceptions.NotFoundException;
import org.jspecify.annotations.Nullable;

/**
 * What the failure of one attempt means.
 *
 * @param passing whether the next attempt may succeed
 * @param code if it is given up
 * @param reason for people, without the location
 */
public record StoreFailure(boolean passing, ErrorCode code, String reason) {
  /** Of HTTP clients, which are not on the class path of every host. */
  private static final Set<String> BROKEN_OFF =
      Set.of("ConnectionClosedException", "NoHttpResponseException", "TruncatedChunkException");

  /** A file ended before the range that was asked for. */
  public static final StoreFailure SHORT = passing("fewer bytes came than were asked for");

  private static final String CLOUD_CLIENT = "software.amazon.awssdk.";

  /**
   * Judges a failure by the first of its causes that tells anything.
   *
   * @param reached whether the store has answered before: until then an unknown host is a wrong one
   */
  public static StoreFailure of(Throwable failure, boolean reached) {
    int depth = 0;
    for (Throwable cause = failure; cause != null && depth < 20; cause = cause.getCause()) {
      StoreFailure known = known(cause, reached);
      if (known != null) {
        return known;
      }
      depth++;
    }
    return new StoreFailure(false, ErrorCode.UNAVAILABLE, text(failure));
  }

  /** Whether a failure is one of a link or store that a later attempt may not meet. */
  public static boolean isOutOfReach(Throwable failure) {
    StoreFailure judged = of(failure, true);
    return judged.passing() && !judged.equals(SHORT);
  }

  private static @Nullable StoreFailure known(Throwable cause, boolean reached) {
    if (cause.getClass().getName().startsWith(CLOUD_CLIENT)) {
      return AwsFailures.known(cause);
    }
    if (cause instanceof NoSuchFileException || cause instanceof NotFoundException) {
      return permanent(ErrorCode.NOT_FOUND, "there is no such file");
    }
    if (cause instanceof AccessDeniedException) {
      return permanent(ErrorCode.PERMISSION_DENIED, "access is denied");
    }
    if (cause instanceof EOFException) {
      return SHORT;
    }
    if (cause instanceof UnknownHostException) {
      String reason = "host %s is not known".formatted(cause.getMessage());
      return reached ? passing(reason) : permanent(ErrorCode.UNAVAILABLE, reason);
    }
    return isBrokenLink(cause) ? passing(text(cause)) : null;
  }

  private static boolean isBrokenLink(Throwable cause) {
    return cause instanceof InterruptedIOException
        || cause instanceof SocketException
        || cause instanceof TimeoutException
        || (cause instanceof SSLException && !(cause instanceof SSLHandshakeException))
        || cause instanceof XMLStreamException
        || BROKEN_OFF.contains(cause.getClass().getSimpleName())
        || String.valueOf(cause.getMessage()).startsWith("Premature E");
  }

  static StoreFailure passing(String reason) {
    return new StoreFailure(true, ErrorCode.UNAVAILABLE, reason);
  }

  static StoreFailure permanent(ErrorCode code, String reason) {
    return new StoreFailure(false, code, reason);
  }

  /** The message of a failure, else its kind. */
  public static String text(Throwable failure) {
    String message = failure.getMessage();
    String name = failure.getClass().getSimpleName();
    return message == null ? name : message.strip();
  }
}
