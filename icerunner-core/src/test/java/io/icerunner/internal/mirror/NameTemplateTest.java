package io.icerunner.internal.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.apache.iceberg.catalog.TableIdentifier;
import org.junit.jupiter.api.Test;

class NameTemplateTest {
  private static TableIdentifier target(String template, String... source) {
    return new NameTemplate(template).target(List.of(source));
  }

  @Test
  void keepsNames() {
    assertThat(target("{namespace}.{table}", "a", "b", "c"))
        .isEqualTo(TableIdentifier.of("a", "b", "c"));
  }

  @Test
  void putsANameWithoutNamespaceIntoTheDefaultOne() {
    assertThat(target("{namespace}.{table}", "t")).isEqualTo(TableIdentifier.of("default", "t"));
    assertThat(target("{table}", "a", "t")).isEqualTo(TableIdentifier.of("default", "t"));
  }

  @Test
  void joinsTheLevelsOfANamespaceWithinAPart() {
    assertThat(target("mirror.{namespace}_{table}", "a", "b", "c"))
        .isEqualTo(TableIdentifier.of("mirror", "a_b_c"));
  }

  @Test
  void takesADotWithinAPartForNoSeparator() {
    assertThat(target("{namespace}.{table}", "a", "b.c")).isEqualTo(TableIdentifier.of("a", "b.c"));
  }
}
