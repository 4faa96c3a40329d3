/**
 * What the folder of a table tells about it when the catalog does not: which metadata files are
 * whole, which of them is the table's newest version, and under which name it was kept. Reads
 * files; changes neither files of tables nor catalogs, but for the small notes beside the metadata.
 */
@NullMarked
package io.icerunner.internal.catalog.heal;

import org.jspecify.annotations.NullMarked;
