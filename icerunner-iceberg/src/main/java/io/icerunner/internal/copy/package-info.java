/**
 * Data files that become part of another table as they are: sent in pieces, written again, and
 * looked at before they are committed.
 */
@NullMarked
package io.icerunner.internal.copy;

import org.jspecify.annotations.NullMarked;
