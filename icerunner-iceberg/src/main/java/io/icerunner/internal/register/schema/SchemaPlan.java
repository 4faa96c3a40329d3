package io.icerunner.internal.register.schema;

import io.icerunner.error.IceRunnerException;
import java.util.List;
import java.util.function.Consumer;
import org.apache.iceberg.Schema;
import org.apache.iceberg.UpdateSchema;
import org.apache.iceberg.mapping.NameMapping;
import org.apache.iceberg.types.TypeUtil;
import org.jspecify.annotations.Nullable;

/**
 * What a table must be for files to become part of it. Columns are matched by name, exactly; two
 * names that differ in case only are a difference.
 */
public final class SchemaPlan {
  private final @Nullable Schema table;
  private final Schema target;
  private final List<String> differences;

  private SchemaPlan(@Nullable Schema table, Schema target, List<String> differences) {
    this.table = table;
    this.target = target;
    this.differences = List.copyOf(differences);
  }

  /**
   * @param table the schema of the table; null if there is none yet
   * @param formatVersion of the table, existing or new
   * @param declared the columns of a new table under {@link SchemaPolicy#DECLARED}, which needs it;
   *     under the other policies columns whose types are declared, null for none
   * @param files at least one unless declared
   * @throws IceRunnerException INVALID_ARGUMENT if there is nothing to take columns from
   */
  public static SchemaPlan plan(
      @Nullable Schema table,
      int formatVersion,
      SchemaPolicy policy,
      @Nullable Schema declared,
      List<FileSchema> files) {
    return plan(table, null, formatVersion, policy, declared, files);
  }

  /**
   * As {@link #plan(Schema, int, SchemaPolicy, Schema, List)}, for a table whose columns may have
   * been renamed or dropped.
   *
   * @param mapping the table's name mapping, by which columns keep their names in files; null if it
   *     has none
   */
  public static SchemaPlan plan(
      @Nullable Schema table,
      @Nullable NameMapping mapping,
      int formatVersion,
      SchemaPolicy policy,
      @Nullable Schema declared,
      List<FileSchema> files) {
    Schema base = table == null ? declared : table;
    if (base == null && (policy == SchemaPolicy.DECLARED || files.isEmpty())) {
      throw IceRunnerException.invalidArgument(
          policy == SchemaPolicy.DECLARED
              ? "Cannot register without a schema: the policy is DECLARED and none is declared"
              : "Cannot tell the schema of the table: there are no files");
    }
    return new SchemaPlanner(table, mapping, formatVersion, policy, base).plan(files);
  }

  static SchemaPlan of(@Nullable Schema table, Schema target, List<String> differences) {
    return new SchemaPlan(table, target, differences);
  }

  Schema target() {
    return target;
  }

  /** The schema of a new table; columns are optional unless they are declared as required. */
  public Schema newTable() {
    return new Schema(TypeUtil.assignFreshIds(target, counter()).columns());
  }

  /** The change of the existing table; null if it needs none. */
  public @Nullable Consumer<UpdateSchema> evolution() {
    if (table == null || table.sameSchema(target)) {
      return null;
    }
    return new SchemaEvolution(table, target)::apply;
  }

  /** Why files cannot become part of the table: one line per file and column; empty if they can. */
  public List<String> differences() {
    return differences;
  }

  private static TypeUtil.NextID counter() {
    int[] last = {0};
    return () -> ++last[0];
  }
}
