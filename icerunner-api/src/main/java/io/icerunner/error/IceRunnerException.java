package io.icerunner.error;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The root of every error that IceRunner raises. Messages have the form "Cannot &lt;verb&gt;
 * &lt;thing&gt;: &lt;reason&gt;", name the offending value and, where there is one, the way out.
 */
public final class IceRunnerException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorCode code;

  public IceRunnerException(ErrorCode code, String message) {
    this(code, message, null);
  }

  public IceRunnerException(ErrorCode code, String message, @Nullable Throwable cause) {
    super(Objects.requireNonNull(message, "message is null"), cause);
    this.code = Objects.requireNonNull(code, "code is null");
  }

  /** What the caller can do about it. */
  public ErrorCode code() {
    return code;
  }

  /** The message; never null. */
  @Override
  public String getMessage() {
    return Objects.requireNonNull(super.getMessage());
  }

  public static IceRunnerException notFound(String message) {
    return new IceRunnerException(ErrorCode.NOT_FOUND, message);
  }

  public static IceRunnerException alreadyExists(String message) {
    return new IceRunnerException(ErrorCode.ALREADY_EXISTS, message);
  }

  public static IceRunnerException invalidArgument(String message) {
    return new IceRunnerException(ErrorCode.INVALID_ARGUMENT, message);
  }

  public static IceRunnerException unsupported(String message) {
    return new IceRunnerException(ErrorCode.UNSUPPORTED, message);
  }

  public static IceRunnerException resourceExhausted(String message) {
    return new IceRunnerException(ErrorCode.RESOURCE_EXHAUSTED, message);
  }

  public static IceRunnerException cancelled(String message) {
    return new IceRunnerException(ErrorCode.CANCELLED, message);
  }

  public static IceRunnerException internal(String message, @Nullable Throwable cause) {
    return new IceRunnerException(ErrorCode.INTERNAL, message, cause);
  }
}
