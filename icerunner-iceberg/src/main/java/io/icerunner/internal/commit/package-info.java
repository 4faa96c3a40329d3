/** How written files become a snapshot. The only package that commits to tables. */
@NullMarked
package io.icerunner.internal.commit;

import org.jspecify.annotations.NullMarked;
