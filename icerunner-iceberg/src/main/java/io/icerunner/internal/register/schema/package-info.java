/** Schemas and statistics of files by other writers, in terms of the table. */
@NullMarked
package io.icerunner.internal.register.schema;

import org.jspecify.annotations.NullMarked;
