@NullMarked
package io.icerunner.internal.register.partition;

import org.jspecify.annotations.NullMarked;
