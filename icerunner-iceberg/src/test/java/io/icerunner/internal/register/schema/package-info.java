@NullMarked
package io.icerunner.internal.register.schema;

import org.jspecify.annotations.NullMarked;
