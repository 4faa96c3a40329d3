package io.icerunner.testkit;

/**
 * What every catalog provider does. Implement {@link #provider()} and {@link
 * #properties(java.nio.file.Path)} in a test class.
 */
public interface CatalogProviderContract extends CatalogTableContract, CatalogNamespaceContract {}
