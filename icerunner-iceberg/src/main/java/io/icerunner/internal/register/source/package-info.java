/** What there is to register: units that are complete, and their files. */
@NullMarked
package io.icerunner.internal.register.source;

import org.jspecify.annotations.NullMarked;
