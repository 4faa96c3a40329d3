/** The embedded server. Start at {@link io.icerunner.server.IceRunnerServer#builder()}. */
@NullMarked
package io.icerunner.server;

import org.jspecify.annotations.NullMarked;
