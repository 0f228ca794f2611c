package dev.haru.platform.test;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.methods;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.junit.ArchTests;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import org.springframework.web.bind.annotation.RestController;

/** The architecture rules of the services, with the rules of all modules; each service checks its own packages. */
public final class ArchitectureRules {

    @ArchTest
    static final ArchTests rulesOfAllModules = ArchTests.in(ModuleRules.class);

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
}
