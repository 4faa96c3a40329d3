/** Columns that only grow: their types, their values in batches and as text, and the position. */
@NullMarked
package io.icerunner.internal.mirror.cursor;

import org.jspecify.annotations.NullMarked;
