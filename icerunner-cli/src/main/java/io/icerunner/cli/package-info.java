/** The {@code icerunner} command. Not an API: programs embed {@code icerunner-core}. */
@NullMarked
package io.icerunner.cli;

import org.jspecify.annotations.NullMarked;
