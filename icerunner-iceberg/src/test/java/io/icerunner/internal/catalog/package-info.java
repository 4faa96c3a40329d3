@NullMarked
package io.icerunner.internal.catalog;

import org.jspecify.annotations.NullMarked;
