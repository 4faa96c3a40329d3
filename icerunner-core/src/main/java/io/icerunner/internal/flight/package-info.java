/**
 * The Flight edge: one producer that only delegates, descriptors, tickets, streams in and out, and
 * the mapping of errors to Flight statuses.
 */
@NullMarked
package io.icerunner.internal.flight;

import org.jspecify.annotations.NullMarked;
