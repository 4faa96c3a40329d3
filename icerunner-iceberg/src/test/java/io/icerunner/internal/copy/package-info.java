@NullMarked
package io.icerunner.internal.copy;

import org.jspecify.annotations.NullMarked;
