package io.icerunner.internal.discovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ProvidersTest {
  private record Provider(String name) {}

  private static Providers<Provider> providers(String... names) {
    return new Providers<>(
        "query engine",
        Provider::name,
        Map.of("duckdb", "io.icerunner:icerunner-duckdb"),
        List.of(names).stream().map(Provider::new).toList());
  }

  @Test
  void findsByName() {
    assertThat(providers("a", "b").named("b")).isEqualTo(new Provider("b"));
  }

  @Test
  void noneAtAllNamesTheArtifact() {
    assertThatThrownBy(() -> providers().named("duckdb"))
        .hasMessage(
            "Cannot find the query engine \"duckdb\": the class path holds none at all. Add the"
                + " artifact io.icerunner:icerunner-duckdb.");
  }

  @Test
  void anUnknownNameListsWhatWasFoundAndTheNearest() {
    assertThatThrownBy(() -> providers("spark", "other").named("sprak"))
        .hasMessage(
            "Cannot find the query engine \"sprak\": found are other, spark. Did you mean"
                + " \"spark\"?");
  }

  @Test
  void twoWithOneNameAreNamedByClass() {
    assertThatThrownBy(() -> providers("a", "a").named("a"))
        .hasMessageContaining("two or more have that name")
        .hasMessageContaining(Provider.class.getName());
  }

  @Test
  void unknownPropertiesAreRefusedWithTheNearest() {
    assertThatThrownBy(
            () ->
                ProviderProperties.check(
                    "catalog provider \"local\"",
                    Map.of("warehous", "x", "table-default.a", "y"),
                    Set.of("warehouse", "table-default.*")))
        .hasMessageContaining("unknown properties \"warehous\" (did you mean \"warehouse\"?)")
        .hasMessageNotContaining("table-default.a");
  }

  @Test
  void anyKeyIsTakenIfNoneAreDeclared() {
    ProviderProperties.check("x", Map.of("any", "value"), Set.of());
  }
}
