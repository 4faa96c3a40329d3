package io.icerunner.internal.register.source;

import org.jspecify.annotations.Nullable;

/**
 * What becomes part of the table as a whole or not at all.
 *
 * @param key its path below the source as it is in the path, without a slash at either end, such as
 *     {@code tile=1_2/year=1994}; unique in a source
 * @param rows its row count by the source of truth; null if that tells none
 */
public record Unit(String key, @Nullable Long rows) {}
