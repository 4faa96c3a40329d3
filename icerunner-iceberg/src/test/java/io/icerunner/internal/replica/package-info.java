@NullMarked
package io.icerunner.internal.replica;

import org.jspecify.annotations.NullMarked;
