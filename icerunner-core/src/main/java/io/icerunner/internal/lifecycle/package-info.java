/** What is open while something runs: closing it in order, and its threads. */
@NullMarked
package io.icerunner.internal.lifecycle;

import org.jspecify.annotations.NullMarked;
