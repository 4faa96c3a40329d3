/** Where rows are mirrored from: servers, their tables, and how each kind of table is followed. */
@NullMarked
package io.icerunner.internal.mirror.source;

import org.jspecify.annotations.NullMarked;
