package io.icerunner.testkit;

import io.icerunner.spi.CatalogProvider;
import java.nio.file.Path;
import java.util.Map;

/** The catalog provider that a contract suite opens, in a fresh folder for each test. */
public interface CatalogProviderUnderTest {

  /** The provider under test. */
  CatalogProvider provider();

  /**
   * The properties it is opened with.
   *
   * @param folder empty, exists, and is deleted after the test
   */
  Map<String, String> properties(Path folder);

  /** Whether a catalog that is opened again with the same properties has the same tables. */
  default boolean isPersistent() {
    return true;
  }
}
