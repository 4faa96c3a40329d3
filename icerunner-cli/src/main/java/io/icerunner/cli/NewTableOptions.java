package io.icerunner.cli;

import io.icerunner.error.IceRunnerException;
import io.icerunner.register.OnChange;
import io.icerunner.register.OnConflict;
import io.icerunner.register.OnSpan;
import io.icerunner.register.OnVanish;
import io.icerunner.register.RegistrationBuilder;
import io.icerunner.register.SchemaPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The shape of the table that is made, and what happens to files that do not fit. */
final class NewTableOptions {
  @Option(
      names = "--partition",
      paramLabel = "FIELDS",
      description =
          "Partition fields of a new table, such as \"tile, month(date)\"; empty for none. Default:"
              + " each Hive key that is no column of the files.")
  private @Nullable String partition;

  @Option(
      names = "--type",
      paramLabel = "KEY=TYPE",
      description =
          "Type of a Hive key in a new table, such as year=int or hour=string. Default: found out"
              + " from all values.")
  private Map<String, String> types = Map.of();

  @Option(
      names = "--schema",
      paramLabel = "POLICY",
      defaultValue = "union",
      description =
          "union: columns of all files, widened and added; first: those of the first files."
              + " Default: ${DEFAULT-VALUE}.")
  private SchemaPolicy schema = SchemaPolicy.UNION;

  @Option(
      names = "--on-change",
      paramLabel = "POLICY",
      defaultValue = "refuse",
      description =
          "A registered unit has changed: refuse, replace or keep. Default: ${DEFAULT-VALUE}.")
  private OnChange onChange = OnChange.REFUSE;

  @Option(
      names = "--on-vanish",
      paramLabel = "POLICY",
      defaultValue = "refuse",
      description = "A registered unit is gone: refuse, remove or keep. Default: ${DEFAULT-VALUE}.")
  private OnVanish onVanish = OnVanish.REFUSE;

  @Option(
      names = "--on-span",
      paramLabel = "POLICY",
      defaultValue = "refuse",
      description =
          "A file is not proven to be in one partition: refuse or coarser. Default:"
              + " ${DEFAULT-VALUE}.")
  private OnSpan onSpan = OnSpan.REFUSE;

  @Option(
      names = "--on-conflict",
      paramLabel = "POLICY",
      defaultValue = "refuse",
      description = "A path contradicts its file: refuse or file_wins. Default: ${DEFAULT-VALUE}.")
  private OnConflict onConflict = OnConflict.REFUSE;

  void applyTo(RegistrationBuilder builder) {
    if (partition != null) {
      builder.partitionBy(fields(partition));
    }
    types.forEach(
        (key, type) -> {
          try {
            builder.keyType(key, Types.fromPrimitiveString(type.trim()));
          } catch (IllegalArgumentException e) {
            throw IceRunnerException.invalidArgument(
                "Invalid --type %s=%s: no Iceberg type is called so; expected one such as string, int, long, date or decimal(9, 2)"
                    .formatted(key, type));
          }
        });
    builder
        .schemaPolicy(schema)
        .onChange(onChange)
        .onVanish(onVanish)
        .onSpan(onSpan)
        .onConflict(onConflict);
  }

  /** The fields of a list, whose commas between parentheses belong to a field. */
  static List<String> fields(String list) {
    List<String> fields = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i <= list.length(); i++) {
      char c = i == list.length() ? ',' : list.charAt(i);
      depth += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (c == ',' && (depth <= 0 || i == list.length())) {
        String field = list.substring(start, i).trim();
        if (!field.isEmpty()) {
          fields.add(field);
        }
        start = i + 1;
      }
    }
    return fields;
  }
}
