/**
 * What can go wrong: one exception, {@link io.icerunner.error.IceRunnerException}, carrying an
 * {@link io.icerunner.error.ErrorCode}.
 */
@NullMarked
package io.icerunner.error;

import org.jspecify.annotations.NullMarked;
