package io.icerunner.internal.register.schema;

/**
 * No value is below the one or above the other, NaN apart. Both are in Iceberg's internal
 * representation of the table's type.
 */
record Bounds(Object lower, Object upper) {}
