package io.icerunner.internal.mirror.verify;

/**
 * A column that differs.
 *
 * @param sourceDigest empty if the source has no such column
 * @param targetDigest empty if the target has no such column
 */
public record VerifiedColumn(
    String column, String sourceDigest, String targetDigest, long sourceNulls, long targetNulls) {}
