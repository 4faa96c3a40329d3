/** Values of single Parquet files, read by the query engine. */
@NullMarked
package io.icerunner.internal.parquetcolumns;

import org.jspecify.annotations.NullMarked;
