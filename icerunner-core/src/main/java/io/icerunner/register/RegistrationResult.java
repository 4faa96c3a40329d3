package io.icerunner.register;

import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * What a run did.
 *
 * @param table into which files were registered
 * @param dryRun whether it only looked; then all counts are of what would have been done
 * @param units that came into the table
 * @param files that came into the table
 * @param rows in them
 * @param bytes of them
 * @param commits that added or removed files
 * @param unitsSkipped complete units that were in the table before
 * @param unitsReplaced of {@code units}, those that were in the table with other files
 * @param unitsRemoved that were gone and are no longer in the table
 * @param filesAdopted that the table had although their unit was not recorded
 * @param filesPassedOver hidden, temporary, empty and other files that are no Parquet files
 * @param tableUnits units in the table now
 * @param tableRows rows in the table now, counted; at least those of its units
 * @param metadataLocation the table's current metadata file; null if there is no table
 * @param explanation how the partition of the first file is proven, a line for each field, and
 *     which partition fields the files of the first batch prove; empty unless asked for
 * @param listings of folders of the source
 * @param reads of files of the source
 * @param retries of both
 */
public record RegistrationResult(
    TableIdentifier table,
    boolean dryRun,
    long units,
    long files,
    long rows,
    long bytes,
    int commits,
    long unitsSkipped,
    long unitsReplaced,
    long unitsRemoved,
    long filesAdopted,
    long filesPassedOver,
    long tableUnits,
    long tableRows,
    @Nullable String metadataLocation,
    List<String> explanation,
    long listings,
    long reads,
    long retries) {
  public RegistrationResult {
    explanation = List.copyOf(explanation);
  }
}
