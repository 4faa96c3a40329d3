/** Connections to Flight servers: addresses, what proves who connects, and calls. */
@NullMarked
package io.icerunner.internal.client;

import org.jspecify.annotations.NullMarked;
