/** Copying tables: which, how fast, and what one cycle of a table does. */
@NullMarked
package io.icerunner.internal.mirror;

import org.jspecify.annotations.NullMarked;
