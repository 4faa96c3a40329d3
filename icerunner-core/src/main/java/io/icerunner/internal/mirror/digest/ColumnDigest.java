package io.icerunner.internal.mirror.digest;

/**
 * What a column holds, in any order.
 *
 * @param text 32 hexadecimal digits over the values that are not null; the same for columns of
 *     different names
 */
public record ColumnDigest(String column, String text, long nulls) {}
