/**
 * Flight SQL: its commands, prepared statements, metadata, session options and bulk ingest, over
 * the same producer as plain Flight. {@link io.icerunner.internal.sql.FlightSqlCommands} is the
 * entry.
 */
@NullMarked
package io.icerunner.internal.sql;

import org.jspecify.annotations.NullMarked;
