/**
 * Arrow types and Iceberg types: what becomes what, and the conversion of batches.
 *
 * <p>{@link io.icerunner.internal.types.TypeTable} is the one description; {@link
 * io.icerunner.internal.types.TypeMappers} maps schemas by it, {@link
 * io.icerunner.internal.types.AppendConversion} fits arriving batches to a table, {@link
 * io.icerunner.internal.types.ShownConversion} turns canonical batches into what clients see.
 */
@NullMarked
package io.icerunner.internal.types;

import org.jspecify.annotations.NullMarked;
