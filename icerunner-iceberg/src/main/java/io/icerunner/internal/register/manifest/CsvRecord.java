package io.icerunner.internal.register.manifest;

import org.jspecify.annotations.Nullable;

/**
 * One record of a CSV text.
 *
 * @param line where it begins, from 1
 */
record CsvRecord(int line, @Nullable String[] fields) {}
