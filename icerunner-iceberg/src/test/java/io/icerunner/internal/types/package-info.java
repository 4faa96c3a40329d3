/** Tests of the type mapping. */
@NullMarked
package io.icerunner.internal.types;

import org.jspecify.annotations.NullMarked;
