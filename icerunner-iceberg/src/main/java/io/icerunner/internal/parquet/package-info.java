/** Parquet files seen from outside: footers and what their columns are, without Hadoop. */
@NullMarked
package io.icerunner.internal.parquet;

import org.jspecify.annotations.NullMarked;
