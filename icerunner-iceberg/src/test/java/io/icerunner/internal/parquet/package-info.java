@NullMarked
package io.icerunner.internal.parquet;

import org.jspecify.annotations.NullMarked;
