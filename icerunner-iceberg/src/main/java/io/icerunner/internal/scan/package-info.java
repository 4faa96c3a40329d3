/**
 * Plans reads. {@link io.icerunner.internal.scan.SnapshotResolver} pins the tables of one
 * statement; {@link io.icerunner.internal.scan.ScanPlanner} lists and prunes their files and finds
 * out how the columns of each file become those of the table. No data page is read here.
 */
@NullMarked
package io.icerunner.internal.scan;

import org.jspecify.annotations.NullMarked;
