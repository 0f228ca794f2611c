package dev.haru.platform.database;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import javax.sql.DataSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.config.AutowireCapableBeanFactory;
import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.health.DataSourceHealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Condition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.context.annotation.Conditional;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.core.type.AnnotatedTypeMetadata;
import org.springframework.jdbc.datasource.LazyConnectionDataSourceProxy;

/**
 * Routes reads to a replica if {@code haru.database.read-url} names one. Without that property nothing changes.
 * Migrations and all writes use the primary.
 */
@AutoConfiguration(after = DataSourceAutoConfiguration.class)
@ConditionalOnClass({
    HikariDataSource.class,
    LazyConnectionDataSourceProxy.class,
    Caffeine.class,
    MeterRegistry.class,
    DataSourceAutoConfiguration.class
})
@EnableConfigurationProperties(DatabaseProperties.class)
class DatabaseAutoConfiguration {

    private static final String READ_URL = "haru.database.read-url";

    /** PostgreSQL restarts within this time after a crash, and Kubernetes does not yet end the starting pod. */
    private static final Duration FIRST_CONNECTION_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration FIRST_CONNECTION_PAUSE = Duration.ofMillis(500);

    @Bean
    ReplicaRouting reads(DatabaseProperties properties, ObjectProvider<Ticker> ticker) {
        return new ReplicaRouting(
                properties.hasReplica(), properties.ownWrites(), ticker.getIfAvailable(Ticker::systemTicker));
    }

    /** Spring reads the order of the post-processor from the declared return type. */
    @Bean
    static FirstConnection firstConnection() {
        return new FirstConnection(FIRST_CONNECTION_TIMEOUT, FIRST_CONNECTION_PAUSE);
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(ReplicaNamed.class)
    static class WithReplica {

        /** Not a bean of type DataSource: other components see one database. */
        @Bean
        static Replica replica(Environment environment, AutowireCapableBeanFactory beans) {
            return new Replica(environment.getRequiredProperty(READ_URL), beans);
        }

        @Bean
        static BeanPostProcessor replicaReads(ObjectProvider<Replica> replica) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof HikariDataSource primary && !name.equals(Replica.POOL)
                            ? replica.getObject().withPrimary(primary)
                            : bean;
                }
            };
        }

        @Bean
        MeterBinder replicaPoolMetrics(Replica replica, @SuppressWarnings("unused") DataSource primaryFirst) {
            return meters -> replica.pool().setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
        }

        /** Not part of readiness: without the replica the service can still write. */
        @Bean
        HealthIndicator readDbHealthIndicator(Replica replica, @SuppressWarnings("unused") DataSource primaryFirst) {
            return new DataSourceHealthIndicator(replica.pool());
        }
    }

    /** Treats an empty property as a missing one, unlike Spring Boot's condition on a property. */
    static final class ReplicaNamed implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment().getProperty(READ_URL, "").isBlank();
        }
    }
}
