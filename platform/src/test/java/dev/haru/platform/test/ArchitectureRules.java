package dev.haru.platform.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.GeneralCodingRules.NO_CLASSES_SHOULD_USE_FIELD_INJECTION;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.time.Clock;
import org.jspecify.annotations.NullMarked;
import org.springframework.web.bind.annotation.RestController;

/** The architecture rules of all services; each service checks them on its own packages. */
public final class ArchitectureRules {

    /** Feature packages have no cyclic dependencies. */
    @ArchTest
    static final ArchRule featuresHaveNoCycles =
            slices().matching("dev.haru.*.(*)..").should().beFreeOfCycles().allowEmptyShould(true);

    /** Entities stay in their feature package: no other package uses them, and no controller returns them. */
    @ArchTest
    static final ArchRule entitiesStayInTheirFeature = classes()
            .that()
            .areAnnotatedWith("jakarta.persistence.Entity")
            .should()
            .notBePublic()
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule controllersAreNotPublic = classes()
            .that()
            .areAnnotatedWith(RestController.class)
            .should()
            .notBePublic()
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule controllersDoNotAnswerEntities = methods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(RestController.class)
            .should(notMentionEntities())
            .allowEmptyShould(true);

    /** Request bodies are bounded: parsing stops at the limit of each field. */
    @ArchTest
    static final ArchRule requestBodiesAreBounded = methods()
            .that()
            .areDeclaredInClassesThat()
            .areAnnotatedWith(RestController.class)
            .should(new BoundedBodies())
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule noLayerPackages = noClasses()
            .should()
            .resideInAnyPackage(
                    "..controller..", "..service..", "..repository..", "..dto..", "..entity..", "..util..", "..impl..");

    @ArchTest
    static final ArchRule packagesAreNullMarked = classes().should(resideInNullMarkedPackage());

    @ArchTest
    static final ArchRule noFieldInjection = NO_CLASSES_SHOULD_USE_FIELD_INJECTION;

    @ArchTest
    static final ArchRule noStandardStreams = NO_CLASSES_SHOULD_ACCESS_STANDARD_STREAMS;

    /** Code reads the time from the injected clock, so that a test can move it. */
    @ArchTest
    static final ArchRule timeComesFromTheClock = noClasses()
            .should()
            .callMethod(java.time.Instant.class, "now")
            .orShould()
            .callMethod(java.time.LocalDate.class, "now")
            .orShould()
            .callMethod(java.time.ZonedDateTime.class, "now")
            .orShould()
            .callMethod(System.class, "currentTimeMillis");

    @ArchTest
    static final ArchRule clocksAreInjected =
            fields().that().haveRawType(Clock.class).should().beFinal().allowEmptyShould(true);

    private ArchitectureRules() {}

    private static ArchCondition<com.tngtech.archunit.core.domain.JavaMethod> notMentionEntities() {
        DescribedPredicate<JavaClass> entity =
                DescribedPredicate.describe("entity", type -> type.isAnnotatedWith("jakarta.persistence.Entity"));
        return new ArchCondition<>("not mention entities in their signature") {
            @Override
            public void check(com.tngtech.archunit.core.domain.JavaMethod method, ConditionEvents events) {
                boolean mentions =
                        method.getReturnType().getAllInvolvedRawTypes().stream().anyMatch(entity)
                                || method.getRawParameterTypes().stream().anyMatch(entity);
                events.add(new SimpleConditionEvent(method, !mentions, method.getFullName() + " mentions an entity"));
            }
        };
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
