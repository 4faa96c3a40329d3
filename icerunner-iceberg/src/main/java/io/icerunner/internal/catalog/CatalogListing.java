package io.icerunner.internal.catalog;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Catalog;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.SupportsNamespaces;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.exceptions.NoSuchNamespaceException;

/**
 * What is in a catalog, by names alone: no table is loaded, so one that cannot be read is listed as
 * any other. A namespace that is dropped while the listing goes on has nothing in it.
 */
final class CatalogListing {
  private final Catalog catalog;

  CatalogListing(Catalog catalog) {
    this.catalog = catalog;
  }

  Stream<Namespace> namespaces() {
    return children(Namespace.empty()).stream().flatMap(this::withDescendants);
  }

  /** The namespaces directly below one, sorted. */
  List<Namespace> children(Namespace parent) {
    if (!(catalog instanceof SupportsNamespaces namespaced)) {
      return List.of();
    }
    try {
      List<Namespace> children =
          parent.isEmpty() ? namespaced.listNamespaces() : namespaced.listNamespaces(parent);
      return children.stream().sorted(Comparator.comparing(Namespace::toString)).toList();
    } catch (NoSuchNamespaceException e) {
      return List.of();
    }
  }

  Stream<TableIdentifier> tables() {
    if (catalog instanceof SupportsNamespaces) {
      return namespaces().flatMap(namespace -> tablesIfAny(namespace).stream());
    }
    return tablesIfAny(Namespace.empty()).stream();
  }

  List<TableIdentifier> tablesIfAny(Namespace namespace) {
    try {
      return tables(namespace);
    } catch (NoSuchNamespaceException e) {
      return List.of();
    }
  }

  List<TableIdentifier> tables(Namespace namespace) {
    return catalog.listTables(namespace).stream()
        .filter(table -> table.namespace().equals(namespace))
        .sorted(Comparator.comparing(TableIdentifier::name))
        .toList();
  }

  boolean namespaceExists(Namespace namespace) {
    return catalog instanceof SupportsNamespaces namespaced
        && !namespace.isEmpty()
        && namespaced.namespaceExists(namespace);
  }

  boolean exists(TableIdentifier identifier) {
    return tablesIfAny(identifier.namespace()).contains(identifier);
  }

  private Stream<Namespace> withDescendants(Namespace namespace) {
    return Stream.concat(
        Stream.of(namespace),
        Stream.of(namespace).flatMap(n -> children(n).stream()).flatMap(this::withDescendants));
  }
}
