package io.icerunner.internal.catalog.heal;

import org.apache.iceberg.catalog.TableIdentifier;
import org.jspecify.annotations.Nullable;

/**
 * What a repair found and did about one table.
 *
 * @param table its name
 * @param action what was done, or would be in a dry run
 * @param metadataLocation the current metadata file afterwards; null if there is none to name
 * @param reason a clause for people; empty if there is nothing to say
 */
public record RepairEntry(
    TableIdentifier table, RepairAction action, @Nullable String metadataLocation, String reason) {}
