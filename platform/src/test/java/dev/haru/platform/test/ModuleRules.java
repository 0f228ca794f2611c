package dev.haru.platform.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZonedDateTime;
import java.util.Set;
import org.jspecify.annotations.NullMarked;

/** The architecture rules of every module. They need no library of a service. */
public final class ModuleRules {

    @ArchTest
    static final ArchRule packagesHaveNoCycles =
            slices().matching("dev.haru.*.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

    /**
     * A class is public only for another package, which uses it or calls a method with it. Not in platform and local,
     * whose classes other modules use, nor in tracing, whose classes the agent loads.
     */
    @ArchTest
    static final ArchRule publicClassesAreUsedByAnotherPackage = classes()
            .that()
            .arePublic()
            .and()
            .areTopLevelClasses()
            .and()
            .resideOutsideOfPackages("dev.haru.platform..", "dev.haru.local..", "dev.haru.tracing..")
            .should(beUsedByAnotherPackage())
            .allowEmptyShould(true);

    /** The package {@code dev.haru.local.service} is no layer: it starts the processes of the services. */
    @ArchTest
    static final ArchRule noLayerPackages = noClasses()
            .that()
            .resideOutsideOfPackage("dev.haru.local.service")
            .should()
            .resideInAnyPackage(
                    "..controller..", "..service..", "..repository..", "..dto..", "..entity..", "..util..", "..impl..");

    @ArchTest
    static final ArchRule packagesAreNullMarked = classes().should(resideInNullMarkedPackage());

    @ArchTest
    static final ArchRule noFieldInjection = NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

    /** Only the entry point of a command-line tool uses the streams, and passes them on. */
    @ArchTest
    static final ArchRule noStandardStreams =
            noClasses().that().doNotHaveSimpleName("Main").should(ACCESS_STANDARD_STREAMS);

    /**
     * Code reads the time from the injected clock, so that a test can move it. The launcher and the system tests are
     * exceptions, because they measure other processes.
     */
    @ArchTest
    static final ArchRule timeComesFromTheClock = noClasses()
            .that()
            .resideOutsideOfPackages("dev.haru.local..", "dev.haru.systemtests..")
            .should()
            .callMethod(Instant.class, "now")
            .orShould()
            .callMethod(LocalDate.class, "now")
            .orShould()
            .callMethod(ZonedDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule clocksAreInjected =
            fields().that().haveRawType(Clock.class).should().beFinal().allowEmptyShould(true);

    private ModuleRules() {}

    private static ArchCondition<JavaClass> beUsedByAnotherPackage() {
        return new ArchCondition<>("be used by another package, or be package-private") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean isUsed = isUsed(type)
                        || type.getPackage().getClasses().stream()
                                .anyMatch(nested -> nested.getEnclosingClass()
                                                .filter(type::equals)
                                                .isPresent()
                                        && isUsed(nested))
                        || hasConstants(type)
                        || type.tryGetMethod("main", String[].class).isPresent();
                events.add(new SimpleConditionEvent(
                        type, isUsed, type.getFullName() + " is public, but only its own package uses it"));
            }
        };
    }

    private static boolean isUsed(JavaClass type) {
        return type.getDirectDependenciesToSelf().stream()
                .map(Dependency::getOriginClass)
                .anyMatch(user -> !user.getPackage().equals(type.getPackage()) || exposes(user, type));
    }

    /** The compiler copies the value of a constant, so the class that uses it has no dependency. */
    private static boolean hasConstants(JavaClass type) {
        return type.getFields().stream()
                .anyMatch(field -> field.getModifiers()
                        .containsAll(Set.of(JavaModifier.PUBLIC, JavaModifier.STATIC, JavaModifier.FINAL)));
    }

    /** Whether a public method of a public class has the type in its signature. */
    private static boolean exposes(JavaClass user, JavaClass type) {
        return !user.equals(type)
                && user.getModifiers().contains(JavaModifier.PUBLIC)
                && user.getMethods().stream()
                        .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC))
                        .anyMatch(method -> method.getAllInvolvedRawTypes().contains(type));
    }

    private static ArchCondition<JavaClass> resideInNullMarkedPackage() {
        return new ArchCondition<>("reside in a @NullMarked package") {
            @Override
            public void check(JavaClass type, ConditionEvents events) {
                boolean marked = type.getPackage()
                        .tryGetAnnotationOfType(NullMarked.class)
                        .isPresent();
                events.add(new SimpleConditionEvent(type, marked, type.getPackageName() + " is not @NullMarked"));
            }
        };
    }
}
