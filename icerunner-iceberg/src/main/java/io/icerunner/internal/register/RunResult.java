package io.icerunner.internal.register;

import io.icerunner.internal.register.source.StoreCalls;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a run did.
 *
 * @param units that came into the table
 * @param files that came into the table
 * @param rows in them
 * @param bytes of them
 * @param commits that were made, without that of expiry
 * @param unitsSkipped that are in the table since before
 * @param unitsReplaced of {@code units}, those that had been registered with other files
 * @param unitsRemoved that were gone from the source and are now from the table
 * @param filesAdopted that the table had already although their unit was not recorded
 * @param filesPassedOver hidden, temporary, empty and other files of the source that are no data
 *     files
 * @param tableUnits units that are in the table now
 * @param tableRows rows that are in the table now, counted
 * @param metadataLocation the table's metadata file; null if there is no table
 * @param explanation how the partition of the first file was proven, a line for each field, and
 *     which spec the files of the first batch prove; empty unless asked for
 * @param calls to the store of the source
 */
public record RunResult(
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
    StoreCalls calls) {
  public RunResult {
    explanation = List.copyOf(explanation);
  }
}
