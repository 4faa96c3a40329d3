package io.icerunner.internal.register.source;

import java.util.List;

/**
 * What a row of a manifest says beside the keys.
 *
 * @param number for the manifest's places
 * @param rows the row count
 * @param files locations, sorted, each once; empty if the manifest names no files
 */
record ManifestRow(long number, long rows, List<String> files) {}
