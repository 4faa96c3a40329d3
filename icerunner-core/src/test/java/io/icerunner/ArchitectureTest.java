package io.icerunner;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaMethodCall;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ArchitectureTest {
  private static final JavaClasses CLASSES =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("io.icerunner");

  private static final String[] FLIGHT_PACKAGES = {
    "io.icerunner.internal.flight..",
    "io.icerunner.internal.sql..",
    "io.icerunner.internal.client..",
    "io.icerunner.internal.mirror.."
  };

  @Test
  void onlyTheEdgeKnowsFlight() {
    noClasses()
        .that()
        .resideOutsideOfPackages(FLIGHT_PACKAGES)
        // Puts the host's actions, which know no Flight, beside those that do.
        .and()
        .doNotHaveSimpleName("HostActions")
        .and()
        .doNotHaveFullyQualifiedName("io.icerunner.server.HostActions$Context")
        .should()
        .dependOnClassesThat()
        .resideInAPackage("org.apache.arrow.flight..")
        .check(CLASSES);
  }

  @Test
  void oneClassDecidesStatuses() {
    noClasses()
        .that()
        .doNotHaveSimpleName("FlightErrors")
        .should()
        .accessClassesThat()
        .haveFullyQualifiedName("org.apache.arrow.flight.CallStatus")
        .check(CLASSES);
  }

  @Test
  void onlyCommitCommits() {
    noClasses()
        .that()
        .resideOutsideOfPackages(
            "io.icerunner.internal.commit..", "io.icerunner.internal.catalog..")
        .should()
        .callMethod("org.apache.iceberg.PendingUpdate", "commit")
        .orShould()
        .callMethod("org.apache.iceberg.AppendFiles", "commit")
        .orShould()
        .callMethod("org.apache.iceberg.Transaction", "commitTransaction")
        .check(CLASSES);
  }

  @Test
  void aSourceIsOnlyRead() {
    noClasses()
        .that()
        .resideInAPackage("io.icerunner.internal.register.source..")
        .should()
        .callMethodWhere(
            DescribedPredicate.describe(
                "writes or deletes by a FileIO",
                (JavaMethodCall call) ->
                    call.getTargetOwner().isAssignableTo("org.apache.iceberg.io.FileIO")
                        && call.getName().matches("newOutputFile|delete.*")))
        .check(CLASSES);
  }

  @Test
  void packagesHaveNoCycles() {
    SlicesRuleDefinition.slices()
        .matching("io.icerunner.(**)")
        .should()
        .beFreeOfCycles()
        .check(CLASSES);
  }

  @Test
  void thePublicApiMentionsNothingInternal() {
    classes()
        .that()
        .resideInAnyPackage("io.icerunner.server", "io.icerunner.register", "io.icerunner.mirror")
        .and()
        .arePublic()
        .should(mentionNothingInternal())
        .check(CLASSES);
  }

  @Test
  void whatIsNotPublicApiIsHidden() {
    classes()
        .that()
        .resideOutsideOfPackages(
            "io.icerunner.internal..",
            "io.icerunner.cli..",
            "io.icerunner.testkit..",
            "io.icerunner.benchmarks..",
            "io.icerunner.examples..")
        .and(
            DescribedPredicate.describe(
                "are public",
                (JavaClass type) -> type.getModifiers().contains(JavaModifier.PUBLIC)))
        .should()
        .resideInAnyPackage(
            "io.icerunner.server",
            "io.icerunner.spi",
            "io.icerunner.error",
            "io.icerunner.mirror",
            "io.icerunner.register")
        .check(CLASSES);
  }

  private static ArchCondition<JavaClass> mentionNothingInternal() {
    return new ArchCondition<>("mention nothing internal in public signatures") {
      @Override
      public void check(JavaClass type, ConditionEvents events) {
        for (JavaMethod method : type.getMethods()) {
          if (method.getModifiers().contains(JavaModifier.PUBLIC)) {
            Set<String> internal =
                Stream.concat(
                        method.getRawParameterTypes().stream(),
                        Stream.of(method.getRawReturnType()))
                    .map(JavaClass::getName)
                    .filter(name -> name.contains(".internal."))
                    .collect(Collectors.toSet());
            if (!internal.isEmpty()) {
              events.add(
                  SimpleConditionEvent.violated(
                      method, method.getFullName() + " mentions " + internal));
            }
          }
        }
      }
    };
  }
}
