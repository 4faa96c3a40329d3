/**
 * Arrow record batches to Parquet data files. {@link io.icerunner.internal.write.TableWriter} is
 * the way in.
 */
@NullMarked
package io.icerunner.internal.write;

import org.jspecify.annotations.NullMarked;
