package io.icerunner.internal.catalog;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.store.StoreFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.BadRequestException;
import org.apache.iceberg.exceptions.CommitFailedException;
import org.apache.iceberg.exceptions.CommitStateUnknownException;
import org.apache.iceberg.exceptions.ForbiddenException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.apache.iceberg.exceptions.NoSuchTableException;
import org.apache.iceberg.exceptions.NoSuchViewException;
import org.apache.iceberg.exceptions.NoSuchWarehouseException;
import org.apache.iceberg.exceptions.NotAuthorizedException;
import org.apache.iceberg.exceptions.RESTException;
import org.apache.iceberg.exceptions.RuntimeIOException;
import org.apache.iceberg.exceptions.ServiceFailureException;
import org.apache.iceberg.exceptions.ServiceUnavailableException;
import org.apache.iceberg.exceptions.ValidationException;

/** The one place where Iceberg's exceptions become ours. */
public final class CatalogErrors {
  private CatalogErrors() {}

  /**
   * Translates an exception of a catalog, a file or a commit.
   *
   * @param action what could not be done, as in "load table a.b"
   * @return the exception itself if it is one of ours
   */
  public static IceRunnerException translate(String action, RuntimeException failure) {
    if (failure instanceof IceRunnerException ours) {
      return ours;
    }
    if (failure instanceof CommitRejectedException
        && failure.getCause() instanceof IceRunnerException ours) {
      return ours;
    }
    return new IceRunnerException(
        codeOf(failure), "Cannot %s: %s".formatted(action, reason(failure)), failure);
  }

  /** The error for a table that is no file-based Iceberg table of Iceberg's own kind. */
  static IceRunnerException notOperable(String table) {
    return IceRunnerException.unsupported(
        "Cannot open table %s: its catalog gives no table operations".formatted(table));
  }

  private static ErrorCode codeOf(Throwable failure) {
    if (failure instanceof CommitStateUnknownException) {
      return ErrorCode.COMMIT_UNKNOWN;
    }
    if (failure instanceof CommitFailedException) {
      return ErrorCode.COMMIT_CONFLICT;
    }
    if (failure instanceof CommitRejectedException && failure.getCause() != null) {
      return codeOf(failure.getCause());
    }
    if (isMissing(failure)) {
      return ErrorCode.NOT_FOUND;
    }
    if (failure instanceof AlreadyExistsException) {
      return ErrorCode.ALREADY_EXISTS;
    }
    if (isWrongRequest(failure)) {
      return ErrorCode.INVALID_ARGUMENT;
    }
    if (failure instanceof NotAuthorizedException) {
      return ErrorCode.UNAUTHENTICATED;
    }
    if (failure instanceof ForbiddenException) {
      return ErrorCode.PERMISSION_DENIED;
    }
    if (failure instanceof UnsupportedOperationException) {
      return ErrorCode.UNSUPPORTED;
    }
    if (isDiskFull(failure)) {
      return ErrorCode.RESOURCE_EXHAUSTED;
    }
    return isOutOfReach(failure) ? ErrorCode.UNAVAILABLE : ErrorCode.INTERNAL;
  }

  private static boolean isMissing(Throwable failure) {
    return failure instanceof NoSuchTableException
        || failure instanceof NoSuchNamespaceException
        || failure instanceof NoSuchViewException
        || failure instanceof NoSuchWarehouseException;
  }

  private static boolean isWrongRequest(Throwable failure) {
    return failure instanceof NamespaceNotEmptyException
        || failure instanceof ValidationException
        || failure instanceof BadRequestException
        || failure instanceof IllegalArgumentException;
  }

  private static boolean isDiskFull(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      String message = String.valueOf(cause.getMessage());
      if (message.contains("No space left on device") || message.contains("[SQLITE_FULL]")) {
        return true;
      }
    }
    return false;
  }

  private static boolean isOutOfReach(Throwable failure) {
    return SqliteFailures.isSql(failure)
        || (failure instanceof RESTException && failure.getCause() instanceof IOException)
        || failure instanceof ServiceUnavailableException
        || failure instanceof ServiceFailureException
        || StoreFailure.isOutOfReach(failure);
  }

  private static String reason(Throwable failure) {
    if (failure instanceof CommitStateUnknownException) {
      return "it is not known whether the commit took place; its files are kept, look in the table"
          + " before trying again"
          + detail(failure);
    }
    String message = failure.getMessage();
    String reason = message == null ? failure.getClass().getSimpleName() : message;
    return hasTellingCause(failure) ? reason + detail(failure) : reason;
  }

  private static boolean hasTellingCause(Throwable failure) {
    return SqliteFailures.isSql(failure)
        || failure instanceof UncheckedIOException
        || failure instanceof RuntimeIOException
        || (failure instanceof RESTException && failure.getCause() instanceof IOException);
  }

  private static String detail(Throwable failure) {
    Throwable cause = failure.getCause();
    String message = cause == null ? null : cause.getMessage();
    return message == null ? "" : " (" + message + ")";
  }
}
