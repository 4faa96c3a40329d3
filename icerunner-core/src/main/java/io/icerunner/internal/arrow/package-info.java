/** What Arrow needs of the JVM. */
@NullMarked
package io.icerunner.internal.arrow;

import org.jspecify.annotations.NullMarked;
