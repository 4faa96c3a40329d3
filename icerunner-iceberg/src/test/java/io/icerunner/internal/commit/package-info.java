@NullMarked
package io.icerunner.internal.commit;

import org.jspecify.annotations.NullMarked;
