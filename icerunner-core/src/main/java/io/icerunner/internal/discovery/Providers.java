package io.icerunner.internal.discovery;

import io.icerunner.error.IceRunnerException;
import io.icerunner.internal.names.NearestName;
import io.icerunner.spi.ProviderContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The providers of one kind, chosen by name.
 *
 * @param <P> the provider type
 */
public final class Providers<P> {
  private final String kind;
  private final Function<P, String> nameOf;
  private final Map<String, String> artifacts;
  private final List<P> found;

  /**
   * @param kind for messages, as in "catalog provider"
   * @param artifacts which artifact brings the provider of a name
   * @param found in a fixed order
   */
  Providers(String kind, Function<P, String> nameOf, Map<String, String> artifacts, List<P> found) {
    this.kind = kind;
    this.nameOf = nameOf;
    this.artifacts = Map.copyOf(artifacts);
    this.found = List.copyOf(found);
  }

  /** What the service loader finds from our own class loader and the thread's. */
  public static <P> Providers<P> load(
      Class<P> type, String kind, Function<P, String> nameOf, Map<String, String> artifacts) {
    Map<String, P> byClass = new LinkedHashMap<>();
    collect(ServiceLoader.load(type, Providers.class.getClassLoader()), byClass);
    collect(ServiceLoader.load(type), byClass);
    List<P> found = new ArrayList<>(byClass.values());
    found.sort(Comparator.comparing(provider -> provider.getClass().getName()));
    return new Providers<>(kind, nameOf, artifacts, found);
  }

  /** What a provider is told of the place it is opened in, with the class loader of the host. */
  public static ProviderContext context(String catalogName) {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    return new ProviderContext(
        catalogName, loader != null ? loader : Providers.class.getClassLoader());
  }

  private static <P> void collect(ServiceLoader<P> loader, Map<String, P> byClass) {
    for (P provider : loader) {
      byClass.putIfAbsent(provider.getClass().getName(), provider);
    }
  }

  /**
   * The provider with this name.
   *
   * @throws IceRunnerException INVALID_ARGUMENT if there is none, none with this name, or two
   */
  public P named(String name) {
    List<P> matches = found.stream().filter(p -> nameOf.apply(p).equals(name)).toList();
    if (matches.size() == 1) {
      return matches.get(0);
    }
    if (matches.size() > 1) {
      throw IceRunnerException.invalidArgument(
          "Cannot choose the %s \"%s\": two or more have that name: %s. Keep one on the class path, or hand one to the builder."
              .formatted(kind, name, classes(matches)));
    }
    if (found.isEmpty()) {
      throw IceRunnerException.invalidArgument(
          "Cannot find the %s \"%s\": the class path holds none at all.%s"
              .formatted(kind, name, artifactHint(name)));
    }
    throw IceRunnerException.invalidArgument(
        "Cannot find the %s \"%s\": found are %s.%s%s"
            .formatted(kind, name, names(), nearestHint(name), artifactHint(name)));
  }

  private String classes(List<P> providers) {
    return providers.stream()
        .map(provider -> provider.getClass().getName())
        .collect(Collectors.joining(", "));
  }

  private String names() {
    return String.join(", ", new TreeSet<>(found.stream().map(nameOf).toList()));
  }

  private String nearestHint(String name) {
    return NearestName.of(name, found.stream().map(nameOf).toList())
        .map(" Did you mean \"%s\"?"::formatted)
        .orElse("");
  }

  private String artifactHint(String name) {
    String artifact = artifacts.get(name);
    return artifact == null ? "" : " Add the artifact %s.".formatted(artifact);
  }
}
