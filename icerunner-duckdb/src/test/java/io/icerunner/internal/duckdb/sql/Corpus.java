package io.icerunner.internal.duckdb.sql;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.apache.iceberg.types.Types.NestedField;

/**
 * The same tables twice: as DuckDB tables that a statement names, and stored away where only a
 * planned statement finds them.
 */
final class Corpus implements AutoCloseable {
  final Connection named;
  final Connection stored;
  final MemoryTables tables = new MemoryTables();

  Corpus() throws SQLException {
    named = DriverManager.getConnection("jdbc:duckdb:");
    stored = DriverManager.getConnection("jdbc:duckdb:");
    try (Statement source = named.createStatement();
        Statement target = stored.createStatement()) {
      source.execute("ATTACH ':memory:' AS cat");
      source.execute("USE cat");
      target.execute("CREATE SCHEMA store");
      for (String sql : resource("corpus-tables.sql").split(";\n")) {
        source.execute(sql);
        if (!sql.startsWith("CREATE SCHEMA")) {
          store(sql, target);
        }
      }
    }
  }

  private void store(String sql, Statement target) throws SQLException {
    int start = sql.startsWith("CREATE TABLE ") ? 13 : 12;
    int end = start;
    for (boolean quoted = false; quoted || sql.charAt(end) != ' '; end++) {
      quoted ^= sql.charAt(end) == '"';
    }
    TableIdentifier identifier = identifier(sql.substring(start, end));
    target.execute(sql.substring(0, start) + MemoryTables.stored(identifier) + sql.substring(end));
    if (start == 13) {
      tables.add(identifier, schema(MemoryTables.stored(identifier), target));
    }
  }

  private static TableIdentifier identifier(String name) {
    List<String> parts = new ArrayList<>();
    Tokenizer.tokenize(name).stream()
        .filter(Token::isName)
        .forEach(token -> parts.add(token.text()));
    return parts.size() == 1
        ? TableIdentifier.of("main", parts.get(0))
        : TableIdentifier.of(Namespace.of(parts.get(0)), parts.get(1));
  }

  private static Schema schema(String table, Statement statement) throws SQLException {
    List<NestedField> fields = new ArrayList<>();
    try (ResultSet columns = statement.executeQuery("DESCRIBE " + table)) {
      while (columns.next()) {
        int id = fields.size() + 1;
        fields.add(NestedField.optional(id, columns.getString(1), type(columns.getString(2), id)));
      }
    }
    return new Schema(fields);
  }

  private static Type type(String duckDbType, int id) {
    return switch (duckDbType) {
      case "INTEGER" -> Types.IntegerType.get();
      case "BIGINT" -> Types.LongType.get();
      case "DOUBLE" -> Types.DoubleType.get();
      case "FLOAT" -> Types.FloatType.get();
      case "BOOLEAN" -> Types.BooleanType.get();
      case "DATE" -> Types.DateType.get();
      case "TIMESTAMP" -> Types.TimestampType.withoutZone();
      case "DECIMAL(9,2)" -> Types.DecimalType.of(9, 2);
      case "VARCHAR" -> Types.StringType.get();
      case "INTEGER[]" -> Types.ListType.ofOptional(id * 100, Types.IntegerType.get());
      default -> Types.StructType.of(NestedField.optional(id * 100, "f", Types.IntegerType.get()));
    };
  }

  static List<String> statements() {
    return resource("corpus.sql").lines().filter(l -> !l.startsWith("#")).toList();
  }

  static String resource(String name) {
    try (InputStream in = Objects.requireNonNull(Corpus.class.getResourceAsStream(name), name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() throws SQLException {
    named.close();
    stored.close();
  }
}
