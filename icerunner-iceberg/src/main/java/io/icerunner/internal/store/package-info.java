/** What failures of file systems and object stores mean. */
@NullMarked
package io.icerunner.internal.store;

import org.jspecify.annotations.NullMarked;
