package io.icerunner.internal.register.partition;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.iceberg.PartitionField;
import org.apache.iceberg.PartitionSpec;
import org.apache.iceberg.Schema;
import org.apache.iceberg.exceptions.ValidationException;
import org.jspecify.annotations.Nullable;

/**
 * Partition fields as text: {@code tile}, {@code month(date)}, {@code bucket(16, id)}, {@code
 * truncate(4, name)}. Text that is the name of a column is that column, whatever it looks like.
 */
public final class SpecText {
  private static final Pattern CALL = Pattern.compile("\\s*(\\w+)\\s*\\((.*)\\)\\s*");
  private static final Pattern WIDTH = Pattern.compile("\\s*([0-9]{1,9})\\s*,(.*)");
  private static final Pattern WITH_WIDTH = Pattern.compile("(\\w+)\\[([0-9]+)]");

  private SpecText() {}

  /**
   * A spec of these fields with Iceberg's names; none for no fields.
   *
   * @throws IceRunnerException INVALID_ARGUMENT naming the field that is malformed, of an unknown
   *     column or transform, or not possible for its type
   */
  public static PartitionSpec parse(Schema schema, List<String> fields) {
    PartitionSpec.Builder spec = PartitionSpec.builderFor(schema);
    for (String field : fields) {
      try {
        add(spec, schema, field);
      } catch (IllegalArgumentException | ValidationException e) {
        throw refused(field, e.getMessage());
      }
    }
    try {
      return spec.build();
    } catch (IllegalArgumentException | ValidationException e) {
      throw refused(String.join(", ", fields), e.getMessage());
    }
  }

  /** The fields of a spec as {@link #parse} takes them. */
  public static List<String> print(PartitionSpec spec) {
    return spec.fields().stream().map(field -> print(spec.schema(), field)).toList();
  }

  /** A transform, as Iceberg writes it, of a column. */
  static String field(String transform, String column) {
    Matcher width = WITH_WIDTH.matcher(transform);
    return width.matches()
        ? "%s(%s, %s)".formatted(width.group(1), width.group(2), column)
        : "%s(%s)".formatted(transform, column);
  }

  private static String print(Schema schema, PartitionField field) {
    String column = schema.findColumnName(field.sourceId());
    String name = column == null ? "#" + field.sourceId() : column;
    return field.transform().isIdentity() ? name : field(field.transform().toString(), name);
  }

  private static void add(PartitionSpec.Builder spec, Schema schema, String field) {
    Matcher call = CALL.matcher(field);
    if (schema.findField(field.strip()) != null || !call.matches()) {
      spec.identity(column(schema, field, field));
      return;
    }
    String transform = call.group(1).toLowerCase(Locale.ROOT);
    String argument = call.group(2);
    switch (transform) {
      case "identity" -> spec.identity(column(schema, field, argument));
      case "year", "years" -> spec.year(column(schema, field, argument));
      case "month", "months" -> spec.month(column(schema, field, argument));
      case "day", "days", "date" -> spec.day(column(schema, field, argument));
      case "hour", "hours" -> spec.hour(column(schema, field, argument));
      case "void" -> spec.alwaysNull(column(schema, field, argument));
      case "bucket", "truncate" -> addWithWidth(spec, schema, field, transform, argument);
      default ->
          throw refused(
              field,
              "there is no transform %s; identity, year, month, day, hour, bucket, truncate and void are"
                  .formatted(call.group(1)));
    }
  }

  private static void addWithWidth(
      PartitionSpec.Builder spec, Schema schema, String field, String transform, String argument) {
    Matcher width = WIDTH.matcher(argument);
    if (!width.matches()) {
      throw refused(
          field, "write %s(16, column), with a number of at least 1".formatted(transform));
    }
    int number = Integer.parseInt(width.group(1));
    String column = column(schema, field, width.group(2));
    if (transform.equals("bucket")) {
      spec.bucket(column, number);
    } else {
      spec.truncate(column, number);
    }
  }

  private static String column(Schema schema, String field, String name) {
    String column = name.strip();
    if (schema.findField(column) == null) {
      throw refused(
          field,
          "there is no column %s; the columns are %s"
              .formatted(
                  column,
                  String.join(", ", schema.columns().stream().map(it -> it.name()).toList())));
    }
    return column;
  }

  private static IceRunnerException refused(String field, @Nullable String reason) {
    return IceRunnerException.invalidArgument(
        "Cannot partition by %s: %s".formatted(field, reason));
  }
}
