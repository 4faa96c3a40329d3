package io.icerunner.internal.register;

import io.icerunner.internal.register.partition.PartitionPolicy;
import io.icerunner.internal.register.schema.SchemaPolicy;
import java.util.List;
import java.util.Map;
import org.apache.iceberg.Schema;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.types.Type;
import org.jspecify.annotations.Nullable;

/**
 * What a registration was told.
 *
 * @param source the folder that everything is below, in its canonical spelling, with a slash at the
 *     end
 * @param table into which files are registered; created when missing
 * @param partition fields of a new table's partition spec as text; null for an identity field for
 *     each Hive key that is not a column of the files
 * @param types declared types of Hive keys
 * @param schemaPolicy how the schema of the table follows from those of the files
 * @param declared the schema if the policy is to take a declared one
 * @param partitionPolicy what happens to a file whose partition cannot be proven
 * @param onChange what happens to a registered unit that has changed
 * @param onVanish what happens to a registered unit that is gone
 * @param recheck whether the files of registered units are listed again and compared
 * @param batchFiles about how many files are committed together
 * @param keepSnapshots how many snapshots the table keeps after a run
 * @param dryRun whether everything is read and proven, and nothing committed
 * @param explain whether the proof of each partition field is told for the first file
 * @param tableProperties of a new table, beside those that registration needs
 */
public record RegistrationSettings(
    String source,
    TableIdentifier table,
    @Nullable List<String> partition,
    Map<String, Type> types,
    SchemaPolicy schemaPolicy,
    @Nullable Schema declared,
    PartitionPolicy partitionPolicy,
    OnChange onChange,
    OnVanish onVanish,
    boolean recheck,
    int batchFiles,
    int keepSnapshots,
    boolean dryRun,
    boolean explain,
    Map<String, String> tableProperties) {

  /** What happens to a registered unit whose row count or files have changed. */
  public enum OnChange {
    /** The run fails before it commits anything. */
    REFUSE,
    /** Its old files go and its new ones come, in one commit. */
    REPLACE,
    /** It stays as it was registered. */
    KEEP
  }

  /** What happens to a registered unit that the source of truth no longer knows. */
  public enum OnVanish {
    /** The run fails before it commits anything. */
    REFUSE,
    /** Its files are removed from the table. */
    REMOVE,
    /** It stays in the table. */
    KEEP
  }

  public RegistrationSettings {
    partition = partition == null ? null : List.copyOf(partition);
    types = Map.copyOf(types);
    tableProperties = Map.copyOf(tableProperties);
  }
}
