/** What builders share: the checks of their settings. */
@NullMarked
package io.icerunner.internal.settings;

import org.jspecify.annotations.NullMarked;
