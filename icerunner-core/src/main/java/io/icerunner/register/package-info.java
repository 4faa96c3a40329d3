/**
 * Registering Parquet files that exist already: they become part of an Iceberg table where they
 * are, without a byte being copied, and a run costs what is new. Begin with {@link
 * io.icerunner.register.Registration#builder()}.
 */
@NullMarked
package io.icerunner.register;

import org.jspecify.annotations.NullMarked;
