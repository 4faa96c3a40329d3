@NullMarked
package io.icerunner.internal.sql;

import org.jspecify.annotations.NullMarked;
