/** End-to-end benchmarks: each is a program that prints ratios of one run. */
@NullMarked
package io.icerunner.benchmarks;

import org.jspecify.annotations.NullMarked;
