/**
 * Makes a Hive-partitioned lake of daily grids, {@code daily/tile=I_J/year=Y/month=M/part.parquet},
 * with a manifest of what is complete.
 */
@NullMarked
package io.icerunner.benchmarks.lake;

import org.jspecify.annotations.NullMarked;
