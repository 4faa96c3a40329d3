package io.icerunner.internal.mirror;

import io.icerunner.internal.settings.Setting;
import java.util.ArrayList;
import java.util.List;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/**
 * How targets are named: parts separated by dots, in which {@code {table}} and {@code {namespace}}
 * are of the source's name.
 */
final class NameTemplate {
  private static final String TABLE = "{table}";
  private static final String NAMESPACE = "{namespace}";

  private final List<String> parts;

  NameTemplate(String template) {
    this.parts = List.of(template.split("\\."));
  }

  /** The target of a source. */
  TableIdentifier target(List<String> source) {
    String table = source.get(source.size() - 1);
    List<String> namespace =
        source.size() == 1
            ? List.of(Setting.DEFAULT_NAMESPACE)
            : source.subList(0, source.size() - 1);
    List<String> name = new ArrayList<>();
    for (String part : parts) {
      if (part.equals(NAMESPACE)) {
        name.addAll(namespace);
      } else {
        name.add(part.replace(NAMESPACE, String.join("_", namespace)).replace(TABLE, table));
      }
    }
    int last = name.size() - 1;
    return TableIdentifier.of(
        last == 0
            ? Namespace.of(Setting.DEFAULT_NAMESPACE)
            : Namespace.of(name.subList(0, last).toArray(new String[0])),
        name.get(last));
  }
}
