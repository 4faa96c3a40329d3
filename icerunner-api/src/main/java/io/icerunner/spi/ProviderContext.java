package io.icerunner.spi;

/**
 * What the server tells a provider about the place it is opened in.
 *
 * @param catalogName the name of the catalog, as clients see it in Flight SQL's catalog column
 * @param classLoader where classes named in properties are looked up
 */
public record ProviderContext(String catalogName, ClassLoader classLoader) {}
