@NullMarked
package io.icerunner.internal.scan;

import org.jspecify.annotations.NullMarked;
