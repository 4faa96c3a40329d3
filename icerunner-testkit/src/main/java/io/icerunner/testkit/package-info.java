/**
 * Contract suites for implementers of IceRunner's service provider interfaces. A test of an
 * implementation is one small class that implements {@link
 * io.icerunner.testkit.QueryEngineContract}, {@link io.icerunner.testkit.CatalogProviderContract}
 * or {@link io.icerunner.testkit.TypeMapperContract} and says what is under test; JUnit runs the
 * suite it inherits.
 */
@NullMarked
package io.icerunner.testkit;

import org.jspecify.annotations.NullMarked;
