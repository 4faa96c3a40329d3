/** Which partition a file is in, and the proof of it. */
@NullMarked
package io.icerunner.internal.register.partition;

import org.jspecify.annotations.NullMarked;
