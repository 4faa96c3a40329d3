/**
 * Copying tables of any Flight server into Iceberg, once or for as long as a program runs, each row
 * exactly once. Begin with {@link io.icerunner.mirror.Mirror#builder()}.
 */
@NullMarked
package io.icerunner.mirror;

import org.jspecify.annotations.NullMarked;
