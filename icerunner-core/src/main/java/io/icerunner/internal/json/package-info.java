/** JSON that clients send and get. */
@NullMarked
package io.icerunner.internal.json;

import org.jspecify.annotations.NullMarked;
