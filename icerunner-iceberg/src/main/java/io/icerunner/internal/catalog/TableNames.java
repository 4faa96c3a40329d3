package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import java.nio.charset.StandardCharsets;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * Which names new tables and namespaces may have. Names become folders and travel through SQL, URIs
 * and shells of other programs; the ones that have hurt somewhere are refused. Existing tables with
 * such names can be read.
 */
public final class TableNames {
  /** The longest name, in bytes of UTF-8; what is made from it stays a valid file name. */
  public static final int MAX_BYTES = 200;

  private static final String FORBIDDEN = "/\\:*?\"<>|#+`";

  private TableNames() {}

  /**
   * Checks the name of a new table and of its namespace.
   *
   * @throws IceRunnerException INVALID_ARGUMENT telling what is wrong with it
   */
  public static void check(TableIdentifier identifier) {
    checkPart("table", identifier.name(), identifier.toString());
    if (identifier.namespace().isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot name a table %s: it has no namespace".formatted(identifier));
    }
    check(identifier.namespace());
  }

  /**
   * Checks the name of a new namespace.
   *
   * @throws IceRunnerException INVALID_ARGUMENT telling what is wrong with it
   */
  public static void check(Namespace namespace) {
    if (namespace.isEmpty()) {
      throw IceRunnerException.invalidArgument("Cannot name a namespace: the name is empty");
    }
    for (String level : namespace.levels()) {
      checkPart("namespace", level, namespace.toString());
      if (level.contains(".")) {
        throw refused("namespace", level, "a namespace level contains no dot");
      }
    }
  }

  private static void checkPart(String kind, String part, String whole) {
    if (part.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot name a %s '%s': the name is empty".formatted(kind, whole));
    }
    if (part.equals(".") || part.equals("..")) {
      throw refused(kind, part, "it stands for a folder");
    }
    if (!part.strip().equals(part)) {
      throw refused(kind, part, "it begins or ends with a space");
    }
    part.codePoints().forEach(c -> checkCharacter(kind, part, c));
    if (part.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw refused(kind, part, "it is longer than %s bytes".formatted(MAX_BYTES));
    }
  }

  private static void checkCharacter(String kind, String part, int c) {
    int type = Character.getType(c);
    if (Character.isISOControl(c)
        || type == Character.FORMAT
        || type == Character.SURROGATE
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR) {
      throw refused(kind, visible(part), "it contains the invisible character U+%04X".formatted(c));
    }
    if (FORBIDDEN.indexOf(c) >= 0) {
      throw refused(kind, part, "it contains %c (not allowed: %s)".formatted(c, FORBIDDEN));
    }
  }

  private static String visible(String part) {
    return part.replaceAll("[\\p{Cntrl}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}]", "\uFFFD");
  }

  private static IceRunnerException refused(String kind, String part, String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot name a %s '%s': %s".formatted(kind, part, reason));
  }
}
