package io.icerunner.internal.catalog;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.iceberg.catalog.Namespace;
import org.apache.iceberg.catalog.TableIdentifier;

/** Finds the table that a name written by a user means. */
final class NameResolution {
  private final String catalogName;
  private final CatalogListing listing;
  private final Predicate<TableIdentifier> exists;

  NameResolution(String catalogName, CatalogListing listing, Predicate<TableIdentifier> exists) {
    this.catalogName = catalogName;
    this.listing = listing;
    this.exists = exists;
  }

  TableIdentifier resolve(List<String> parts, Namespace defaultNamespace) {
    List<TableIdentifier> meanings = meanings(parts, defaultNamespace);
    for (TableIdentifier meaning : meanings) {
      if (exists.test(meaning)) {
        return meaning;
      }
    }
    Set<TableIdentifier> similar =
        meanings.stream()
            .flatMap(this::ignoringCase)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (similar.size() > 1) {
      throw ambiguous(parts, similar);
    }
    return similar.stream()
        .findFirst()
        .orElseThrow(() -> notFound(parts, meanings.get(0), defaultNamespace));
  }

  /** What a name may stand for, the likeliest first. */
  private List<TableIdentifier> meanings(List<String> parts, Namespace defaultNamespace) {
    if (parts.isEmpty() || parts.stream().anyMatch(String::isEmpty)) {
      throw IceRunnerException.invalidArgument(
          "Cannot resolve table '%s': a part of the name is empty"
              .formatted(String.join(".", parts)));
    }
    List<TableIdentifier> meanings = new ArrayList<>();
    meanings.add(meaning(parts, defaultNamespace));
    if (parts.size() > 1 && parts.get(0).equalsIgnoreCase(catalogName)) {
      meanings.add(meaning(parts.subList(1, parts.size()), defaultNamespace));
    }
    return meanings;
  }

  private static TableIdentifier meaning(List<String> parts, Namespace defaultNamespace) {
    int last = parts.size() - 1;
    Namespace namespace =
        last == 0 ? defaultNamespace : Namespace.of(parts.subList(0, last).toArray(String[]::new));
    return TableIdentifier.of(namespace, parts.get(last));
  }

  private Stream<TableIdentifier> ignoringCase(TableIdentifier meaning) {
    List<Namespace> namespaces = List.of(Namespace.empty());
    for (String level : meaning.namespace().levels()) {
      namespaces =
          namespaces.stream()
              .flatMap(parent -> listing.children(parent).stream())
              .filter(child -> child.level(child.length() - 1).equalsIgnoreCase(level))
              .toList();
    }
    return namespaces.stream()
        .flatMap(namespace -> listing.tablesIfAny(namespace).stream())
        .filter(table -> table.name().equalsIgnoreCase(meaning.name()));
  }

  private static IceRunnerException ambiguous(List<String> parts, Set<TableIdentifier> similar) {
    return IceRunnerException.invalidArgument(
        "Cannot resolve table %s: it may be %s; write the name in its exact case"
            .formatted(
                String.join(".", parts),
                similar.stream()
                    .map(TableIdentifier::toString)
                    .collect(Collectors.joining(" or "))));
  }

  private IceRunnerException notFound(
      List<String> parts, TableIdentifier meaning, Namespace defaultNamespace) {
    String where = parts.size() == 1 ? " in namespace " + defaultNamespace : "";
    return IceRunnerException.notFound(
        "Cannot find table %s%s: it does not exist%s"
            .formatted(String.join(".", parts), where, hint(meaning)));
  }

  /** " (did you mean x?)" for a table that does not exist, or nothing. */
  String hint(TableIdentifier missing) {
    return hint(missing.toString(), listing.tables().map(TableIdentifier::toString));
  }

  /** " (did you mean x?)" for a namespace that does not exist, or nothing. */
  String hint(Namespace missing) {
    return hint(missing.toString(), listing.namespaces().map(Namespace::toString));
  }

  /** Who may not list what there is gets no hint, but still the error that it belongs to. */
  private static String hint(String missing, Stream<String> existing) {
    try (existing) {
      return NearestName.hint(missing, existing.iterator());
    } catch (RuntimeException e) {
      return "";
    }
  }
}
