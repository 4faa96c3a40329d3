/** Measures mirrors beside the reads and writes that they are made of. */
@NullMarked
package io.icerunner.benchmarks.mirror;

import org.jspecify.annotations.NullMarked;
