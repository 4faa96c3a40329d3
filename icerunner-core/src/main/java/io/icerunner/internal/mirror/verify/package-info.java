/** Comparing targets with their sources. */
@NullMarked
package io.icerunner.internal.mirror.verify;

import org.jspecify.annotations.NullMarked;
