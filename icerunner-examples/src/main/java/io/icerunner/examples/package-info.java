/** Small programs that embed IceRunner, one idea each. The build runs them all. */
@NullMarked
package io.icerunner.examples;

import org.jspecify.annotations.NullMarked;
