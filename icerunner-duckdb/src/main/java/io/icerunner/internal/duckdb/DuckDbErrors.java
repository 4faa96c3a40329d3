package io.icerunner.internal.duckdb;

import io.icerunner.error.ErrorCode;
import io.icerunner.error.IceRunnerException;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Turns DuckDB's errors into ours, with DuckDB's own text. */
final class DuckDbErrors {
  /** What the driver says when a streaming statement failed and its error is lost. */
  private static final String LOST = "Invalid Input Error: Invalid result set";

  private static final Pattern STREAM_ERROR =
      Pattern.compile("CDataJniException\\{errno=-?\\d+, message=(.*)}", Pattern.DOTALL);
  private static final Pattern KIND = Pattern.compile("^([A-Za-z ]+) Error: ");
  private static final Pattern MISSING_FILE =
      Pattern.compile("No files found that match the pattern \"(.*?)\"|Cannot open file \"(.*?)\"");

  private DuckDbErrors() {}

  /** True if the statement failed but the driver lost why. */
  static boolean isLost(Throwable error) {
    return LOST.equals(error.getMessage());
  }

  /** True if the instance cannot be used any more. */
  static boolean isFatal(Throwable error) {
    String text = text(error);
    return text.startsWith("FATAL Error") || text.contains("database has been invalidated");
  }

  /**
   * The error as ours.
   *
   * @param roots the folders of the statement's data files: they are taken out of the text
   */
  static IceRunnerException of(Throwable error, Set<String> roots) {
    if (error instanceof IceRunnerException known) {
      return known;
    }
    if (error instanceof org.apache.arrow.memory.OutOfMemoryException) {
      return new IceRunnerException(
          ErrorCode.RESOURCE_EXHAUSTED,
          "Cannot return the result: no memory left for a batch: " + error.getMessage(),
          error);
    }
    String text = text(error);
    IceRunnerException missing = missingFile(text, error);
    if (missing != null) {
      return missing;
    }
    ErrorCode code = code(text);
    return new IceRunnerException(code, message(code, text, roots), error);
  }

  private static String message(ErrorCode code, String text, Set<String> roots) {
    String readable = withoutPaths(roots.isEmpty() ? text : withoutSource(text), roots);
    return switch (code) {
      case CANCELLED -> "Cannot finish the statement: it was cancelled";
      case INVALID_ARGUMENT, UNSUPPORTED -> readable;
      default -> "Cannot run the statement: " + readable;
    };
  }

  private static @Nullable IceRunnerException missingFile(String text, Throwable error) {
    Matcher matcher = MISSING_FILE.matcher(text);
    if (!text.startsWith("IO Error") || !matcher.find()) {
      return null;
    }
    String file = matcher.group(1) != null ? matcher.group(1) : matcher.group(2);
    if (matcher.group(1) == null && !text.contains("No such file")) {
      return null;
    }
    return new IceRunnerException(
        ErrorCode.NOT_FOUND,
        "Cannot read the table: its data file %s does not exist".formatted(plainPath(file)),
        error);
  }

  /** Undoes {@link SqlText#globLiteral}. */
  private static String plainPath(String pattern) {
    return pattern.replace("[[]", "[").replace("[*]", "*").replace("[?]", "?");
  }

  private static ErrorCode code(String text) {
    Matcher matcher = KIND.matcher(text);
    String kind = matcher.find() ? matcher.group(1) : "";
    return switch (kind) {
      case "Parser",
          "Syntax",
          "Binder",
          "Catalog",
          "Conversion",
          "Invalid Input",
          "Out of Range",
          "Mismatch Type",
          "Invalid type",
          "Invalid Type",
          "Expression",
          "Executor",
          "Constraint",
          "Decimal",
          "Divide by Zero",
          "Parameter Not Resolved",
          "Parameter Not Allowed",
          "Sequence" ->
          ErrorCode.INVALID_ARGUMENT;
      case "Not implemented", "Missing Extension", "Extension" -> ErrorCode.UNSUPPORTED;
      case "Out of Memory", "Object Size" -> ErrorCode.RESOURCE_EXHAUSTED;
      case "INTERRUPT" -> ErrorCode.CANCELLED;
      case "Permission" -> ErrorCode.PERMISSION_DENIED;
      case "HTTP", "Network" -> ErrorCode.UNAVAILABLE;
      default -> ErrorCode.INTERNAL;
    };
  }

  /** DuckDB's text of an error, wherever the driver put it. */
  static String text(Throwable error) {
    String message = String.valueOf(error.getMessage());
    Matcher matcher = STREAM_ERROR.matcher(message);
    return (matcher.find() ? matcher.group(1) : message).strip();
  }

  /** Leaves out the lines that show the statement, which is not the client's own text. */
  private static String withoutSource(String text) {
    int source = text.indexOf("\n\nLINE ");
    return source < 0 ? text : text.substring(0, source);
  }

  private static String withoutPaths(String text, Set<String> roots) {
    String readable = text;
    for (String root : roots) {
      readable = readable.replace(root, "");
    }
    return readable;
  }
}
