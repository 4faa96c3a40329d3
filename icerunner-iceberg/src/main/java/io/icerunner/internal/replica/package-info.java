/**
 * Tables that are copies of others: rows are committed together with a record that tells how far
 * the copy is.
 */
@NullMarked
package io.icerunner.internal.replica;

import org.jspecify.annotations.NullMarked;
