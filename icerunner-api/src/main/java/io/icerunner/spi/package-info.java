/**
 * What plugs into IceRunner: catalogs ({@link io.icerunner.spi.CatalogProvider}), query engines
 * ({@link io.icerunner.spi.QueryEngineProvider}) and type mappings ({@link
 * io.icerunner.spi.TypeMapper}).
 *
 * <p>A provider is a cheap, stateless object with a public no-argument constructor that does no
 * I/O; it is registered in {@code META-INF/services} (for example by {@code @AutoService}) or
 * handed to the server's builder, which always wins over discovery. What a provider opens owns its
 * resources and is closed by the server. New methods of these interfaces come with default bodies.
 */
@NullMarked
package io.icerunner.spi;

import org.jspecify.annotations.NullMarked;
