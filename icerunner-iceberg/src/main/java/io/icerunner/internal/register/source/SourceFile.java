package io.icerunner.internal.register.source;

/**
 * A file of the source.
 *
 * @param location in its canonical spelling: {@code file:///path} without dots for a local one
 * @param size in bytes
 * @param modifiedMillis since the epoch
 */
public record SourceFile(String location, long size, long modifiedMillis) {}
