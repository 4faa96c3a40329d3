/** Finds providers: an object that was handed over wins, then the service loader, by name. */
@NullMarked
package io.icerunner.internal.discovery;

import org.jspecify.annotations.NullMarked;
