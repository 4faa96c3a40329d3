package io.icerunner.internal.register.manifest;

import io.icerunner.error.IceRunnerException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Splits a CSV text into records. Blank lines are passed over. For one use. */
final class CsvReader {
  private final String location;
  private final String text;
  private final char separator;
  private int at;
  private int line = 1;

  CsvReader(String location, String text, char separator) {
    this.location = location;
    this.text = text;
    this.separator = separator;
  }

  List<CsvRecord> readAll() {
    List<CsvRecord> records = new ArrayList<>();
    while (at < text.length()) {
      if (!atLineEnd()) {
        records.add(record());
      }
      endLine();
    }
    return records;
  }

  private CsvRecord record() {
    int start = line;
    List<@Nullable String> fields = new ArrayList<>();
    fields.add(field());
    while (at < text.length() && text.charAt(at) == separator) {
      at++;
      fields.add(field());
    }
    return new CsvRecord(start, fields.toArray(new @Nullable String[0]));
  }

  private @Nullable String field() {
    if (at < text.length() && text.charAt(at) == '"') {
      return quoted();
    }
    int start = at;
    while (at < text.length() && text.charAt(at) != separator && !atLineEnd()) {
      if (text.charAt(at) == '"') {
        throw malformed(line, "has a quote inside a field that does not begin with one");
      }
      at++;
    }
    return at == start ? null : text.substring(start, at);
  }

  private String quoted() {
    int start = line;
    StringBuilder value = new StringBuilder();
    at++;
    while (true) {
      if (at >= text.length()) {
        throw malformed(start, "has a quote that is never closed");
      }
      char c = text.charAt(at++);
      if (c != '"') {
        line += c == '\n' ? 1 : 0;
        value.append(c);
      } else if (at < text.length() && text.charAt(at) == '"') {
        value.append('"');
        at++;
      } else {
        break;
      }
    }
    if (at < text.length() && text.charAt(at) != separator && !atLineEnd()) {
      throw malformed(line, "has text after a closing quote");
    }
    return value.toString();
  }

  private boolean atLineEnd() {
    char c = text.charAt(at);
    return c == '\n' || c == '\r' && (at + 1 == text.length() || text.charAt(at + 1) == '\n');
  }

  private void endLine() {
    while (at < text.length() && text.charAt(at) == '\r') {
      at++;
    }
    if (at < text.length()) {
      at++;
      line++;
    }
  }

  private IceRunnerException malformed(int where, String reason) {
    return Manifests.malformed(location, "line %s %s".formatted(where, reason));
  }
}
