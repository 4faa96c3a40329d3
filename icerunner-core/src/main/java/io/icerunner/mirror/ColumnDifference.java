package io.icerunner.mirror;

/**
 * A column whose values differ between a source and its target.
 *
 * @param column the name of the column
 * @param sourceDigest of the source's values, whatever their order; empty if it has no such column
 * @param targetDigest of the target's values; empty if it has no such column
 * @param sourceNulls how many of the source's values are null
 * @param targetNulls how many of the target's values are null
 */
public record ColumnDifference(
    String column, String sourceDigest, String targetDigest, long sourceNulls, long targetNulls) {}
