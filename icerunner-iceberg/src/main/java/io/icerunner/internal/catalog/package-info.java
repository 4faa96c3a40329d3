/**
 * Where tables are: catalogs by name, the tables in them, files of the local file system, and table
 * operations whose commits have an exact outcome.
 */
@NullMarked
package io.icerunner.internal.catalog;

import org.jspecify.annotations.NullMarked;
