/**
 * Registering Parquet files that exist already, in place: which units are complete, what is new,
 * and the batches that make it part of a table.
 */
@NullMarked
package io.icerunner.internal.register;

import org.jspecify.annotations.NullMarked;
