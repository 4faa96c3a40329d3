/**
 * Digests of rows that don't depend on their order, by which two tables, or two readings of one,
 * are compared.
 */
@NullMarked
package io.icerunner.internal.mirror.digest;

import org.jspecify.annotations.NullMarked;
