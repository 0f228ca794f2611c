package dev.haru.platform.test;

import dev.haru.platform.test.interleaving.SteppedDataSource;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.jdbc.test.autoconfigure.AutoConfigureTestDatabase;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.annotation.AnnotatedElementUtils;
import org.springframework.test.context.ContextConfigurationAttributes;
import org.springframework.test.context.ContextCustomizer;
import org.springframework.test.context.ContextCustomizerFactory;
import org.springframework.test.context.MergedContextConfiguration;

/**
 * A test on a real PostgreSQL server, one for each JVM, with the service's own user and schema and with test secrets.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Inherited
@AutoConfigureTestDatabase(replace = AutoConfigureTestDatabase.Replace.NONE)
public @interface OnEmbeddedPostgres {

    /** Finds the annotation, also behind a service's composed annotation; listed in spring.factories. */
    final class Factory implements ContextCustomizerFactory {

        @Override
        public @Nullable ContextCustomizer createContextCustomizer(
                Class<?> test, List<ContextConfigurationAttributes> attributes) {
            return AnnotatedElementUtils.hasAnnotation(test, OnEmbeddedPostgres.class) ? new Customizer() : null;
        }
    }

    /**
     * Points the context's data source at the embedded database, with connections that an interleaving can step
     * through. A record, so that Spring shares equal contexts.
     */
    record Customizer() implements ContextCustomizer {

        @Override
        public void customizeContext(ConfigurableApplicationContext context, MergedContextConfiguration merged) {
            TestPropertyValues.of(
                            "DB_URL=" + EmbeddedDatabase.url(),
                            "DB_PASSWORD=" + EmbeddedDatabase.SECRET,
                            "AUTH_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
                            "MEMBER_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
                            "SCHEDULE_SERVICE_SECRET=" + EmbeddedDatabase.SECRET,
                            "LOGIN_GUARD_SECRETS=" + EmbeddedDatabase.SECRET + EmbeddedDatabase.SECRET)
                    .applyTo(context);
            context.getBeanFactory().addBeanPostProcessor(SteppedDataSource.postProcessor());
        }
    }
}
