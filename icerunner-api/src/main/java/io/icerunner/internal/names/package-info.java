/** Names as people type them; shared by all modules. */
@NullMarked
package io.icerunner.internal.names;

import org.jspecify.annotations.NullMarked;
