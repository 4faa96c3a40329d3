package io.icerunner.internal.types;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.iceberg.types.Type;
import org.apache.iceberg.types.Types;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Compares the tables of {@code docs/types.md} with the rows they document. With {@code
 * -Dicerunner.docs.write=true} it writes them.
 */
class TypeDocumentationTest {

  @Test
  void theDocumentedArrowTypesAreThoseOfTheTable() throws IOException {
    assertDocumented("arrow-to-iceberg", arrowTable());
  }

  @Test
  void theDocumentedIcebergTypesAreThoseOfTheTable() throws IOException {
    assertDocumented("iceberg-to-arrow", icebergTable());
  }

  private static String arrowTable() {
    StringBuilder table = new StringBuilder();
    table.append("| Arrow | new table, version 1 and 2 | new table, version 3 | also into |\n");
    table.append("|---|---|---|---|\n");
    for (ArrowKind kind : ArrowKind.values()) {
      TypeRow row = TypeTable.row(kind);
      table.append("| `%s` | %s |\n".formatted(row.arrow(), cells(row)));
    }
    return table.toString();
  }

  private static String cells(TypeRow row) {
    if (row.refusal() != null) {
      return "refused | refused | %s".formatted(row.refusal());
    } else if (row.nested() != null) {
      String cell = "`%s` of the children's types".formatted(row.nested());
      return cell + " | " + cell + " | ";
    }
    Target second = newTable(row, 2);
    Target third = newTable(row, 3);
    String others =
        row.targets().stream()
            .filter(target -> target != third || row.kind() == ArrowKind.NULL)
            .map(
                target ->
                    row.kind() == ArrowKind.NULL ? "every column that may be null" : cell(target))
            .collect(Collectors.joining(", "));
    return cell(second) + " | " + cell(third) + " | " + others;
  }

  private static @Nullable Target newTable(TypeRow row, int version) {
    ArrowType storage = ArrowKind.storage(ArrowSamples.field(row.kind()));
    Type type = row.inNewTable(storage, version);
    return row.targets().stream()
        .filter(target -> type != null && type.equals(target.inNewTable().apply(storage)))
        .findFirst()
        .orElse(null);
  }

  private static String cell(@Nullable Target target) {
    return target == null ? "refused" : "`%s`, %s".formatted(target.column(), target.fit().word());
  }

  private static String icebergTable() {
    List<Type> types = new ArrayList<>(IcebergTypesTest.ALL);
    types.addAll(
        List.of(Types.VariantType.get(), Types.GeometryType.crs84(), Types.GeographyType.crs84()));
    StringBuilder table = new StringBuilder();
    table.append("| Iceberg | since version | Arrow |\n|---|---|---|\n");
    List<String> seen = new ArrayList<>();
    for (Type type : types) {
      String name = name(type);
      if (!seen.contains(name)) {
        seen.add(name);
        int version = CanonicalTypes.minFormatVersion(type);
        table.append("| `%s` | %s | %s |\n".formatted(name, version, arrow(type)));
      }
    }
    return table.toString();
  }

  private static String name(Type type) {
    return switch (type.typeId()) {
      case DECIMAL -> "decimal(p, s)";
      case FIXED -> "fixed(L)";
      case STRUCT, LIST, MAP, GEOMETRY, GEOGRAPHY ->
          type.typeId().name().toLowerCase(java.util.Locale.ROOT);
      default -> type.toString();
    };
  }

  private static String arrow(Type type) {
    ArrowType arrow = CanonicalTypes.of(type);
    if (arrow == null) {
      return "refused, naming the column";
    }
    return switch (type.typeId()) {
      case DECIMAL -> "`decimal128(p, s)`";
      case FIXED -> "`fixed_size_binary(L)`";
      case UUID -> "`fixed_size_binary(16)` with extension `arrow.uuid`";
      case STRUCT -> "`struct`";
      case LIST -> "`list<element>`";
      case MAP -> "`map<key, value>`";
      default -> "`" + ArrowText.of(CanonicalTypes.field("c", true, type, "c")) + "`";
    };
  }

  private static void assertDocumented(String section, String table) throws IOException {
    Path page = page();
    String text = Files.readString(page);
    String begin = "<!-- " + section + " -->\n";
    int from = text.indexOf(begin) + begin.length();
    int to = text.indexOf("<!-- end -->", from);
    assertThat(from).isGreaterThan(begin.length());
    if (Boolean.getBoolean("icerunner.docs.write")) {
      Files.writeString(page, text.substring(0, from) + table + text.substring(to));
      return;
    }
    assertThat(text.substring(from, to)).isEqualTo(table);
  }

  private static Path page() {
    return Arrays.asList("", "..").stream()
        .map(root -> Path.of(root).resolve("docs/types.md"))
        .filter(Files::exists)
        .findFirst()
        .orElseThrow();
  }
}
