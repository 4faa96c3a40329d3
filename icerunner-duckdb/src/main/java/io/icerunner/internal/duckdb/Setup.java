package io.icerunner.internal.duckdb;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.HexFormat;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * What a scan's text refers to by name: variables and temporary tables of the connection. The name
 * of each is made of its content, so that equal texts always mean the same.
 */
final class Setup {
  private final Set<String> statements = new LinkedHashSet<>();

  /** The statements that make them all. */
  List<String> statements() {
    return List.copyOf(statements);
  }

  /** An expression that gives a list of strings. */
  String list(Collection<String> values) {
    String content = SqlText.longList(values);
    String name = name("files", content);
    statements.add("SET VARIABLE " + name + " = " + content);
    return "getvariable('%s')".formatted(name);
  }

  /** The name of a table that holds the rows of a query. */
  String table(String query) {
    String name = name("constants", query);
    statements.add("CREATE TEMP TABLE " + name + " AS " + query);
    return "temp.main." + name;
  }

  private static String name(String kind, String content) {
    byte[] hash = sha256().digest(content.getBytes(StandardCharsets.UTF_8));
    return "icerunner_" + kind + "_" + HexFormat.of().formatHex(hash, 0, 16);
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }
}
