package io.icerunner.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.AlreadyExistsException;
import org.apache.iceberg.exceptions.NamespaceNotEmptyException;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Namespaces of a catalog. A catalog that does not support them is expected to make tables in any
 * namespace.
 */
public interface CatalogNamespaceContract extends CatalogProviderUnderTest {

  @Test
  default void namespacesAreCreatedListedAndDropped(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      if (!(open.catalog() instanceof SupportsNamespaces namespaces)) {
        open.create("t");
        return;
      }
      Namespace namespace = Namespace.of("some space");
      namespaces.createNamespace(namespace);
      assertThat(namespaces.namespaceExists(namespace)).isTrue();
      assertThat(namespaces.listNamespaces()).contains(namespace);
      assertThatThrownBy(() -> namespaces.createNamespace(namespace))
          .isInstanceOf(AlreadyExistsException.class);
      assertThat(namespaces.dropNamespace(namespace)).isTrue();
      assertThat(namespaces.namespaceExists(namespace)).isFalse();
      assertThatThrownBy(() -> namespaces.loadNamespaceMetadata(namespace))
          .isInstanceOf(NoSuchNamespaceException.class);
    }
  }

  @Test
  default void aNamespaceWithTablesIsNotDropped(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      open.create("t");
      if (open.catalog() instanceof SupportsNamespaces namespaces) {
        assertThatThrownBy(() -> namespaces.dropNamespace(OpenCatalog.NAMESPACE))
            .isInstanceOf(NamespaceNotEmptyException.class);
      }
      assertThat(open.catalog().tableExists(open.identifier("t"))).isTrue();
    }
  }

  @Test
  default void namespacesNestAndKeepTheirTablesApart(@TempDir Path folder) throws Exception {
    try (OpenCatalog open = OpenCatalog.open(this, folder)) {
      Namespace outer = Namespace.of("a");
      Namespace inner = Namespace.of("a", "b");
      open.createNamespace(outer);
      open.createNamespace(inner);
      TableIdentifier first = TableIdentifier.of(outer, "t");
      TableIdentifier second = TableIdentifier.of(inner, "t");
      open.catalog().createTable(first, OpenCatalog.SCHEMA);
      open.catalog().createTable(second, OpenCatalog.SCHEMA);
      assertThat(open.catalog().loadTable(first).uuid())
          .isNotEqualTo(open.catalog().loadTable(second).uuid());
      assertThat(open.catalog().listTables(outer)).containsExactly(first);
      assertThat(open.catalog().listTables(inner)).containsExactly(second);
      if (open.catalog() instanceof SupportsNamespaces namespaces) {
        assertThat(namespaces.listNamespaces(outer)).containsExactly(inner);
        assertThat(namespaces.listNamespaces()).contains(outer).doesNotContain(inner);
      }
    }
  }
}
