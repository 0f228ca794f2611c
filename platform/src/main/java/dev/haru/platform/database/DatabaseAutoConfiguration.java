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
 * Sends what only reads to a replica when {@code haru.database.read-url} names one; nothing changes without it.
 * Migrations and everything that writes stay with the primary.
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

    /** PostgreSQL comes back within it when it was killed, and Kubernetes ends no start for it. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);

    private static final Duration PAUSE = Duration.ofMillis(500);

    @Bean
    ReplicaRouting reads(DatabaseProperties properties, ObjectProvider<Ticker> ticker) {
        return new ReplicaRouting(
                properties.hasReplica(), properties.ownWrites(), ticker.getIfAvailable(Ticker::systemTicker));
    }

    /** Of its own type, by which Spring knows its order. */
    @Bean
    static FirstConnection firstConnection() {
        return new FirstConnection(PATIENCE, PAUSE);
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(ReplicaNamed.class)
    static class WithReplica {

        /** No bean of type DataSource: to all others there is one database. */
        @Bean
        static Replica replica(Environment environment, AutowireCapableBeanFactory beans) {
            return new Replica(environment.getRequiredProperty(READ_URL), beans);
        }

        @Bean
        static BeanPostProcessor readsFromReplica(ObjectProvider<Replica> replica) {
            return new BeanPostProcessor() {
                @Override
                public Object postProcessAfterInitialization(Object bean, String name) {
                    return bean instanceof HikariDataSource primary && !name.equals(Replica.POOL)
                            ? replica.getObject().besides(primary)
                            : bean;
                }
            };
        }

        @Bean
        MeterBinder replicaPoolMetrics(Replica replica, @SuppressWarnings("unused") DataSource primaryFirst) {
            return meters -> replica.pool().setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
        }

        /** Not part of the readiness: without the replica the service still writes. */
        @Bean
        HealthIndicator readDbHealthIndicator(Replica replica, @SuppressWarnings("unused") DataSource primaryFirst) {
            return new DataSourceHealthIndicator(replica.pool());
        }
    }

    /** Unlike a condition on the property it takes an empty one for none. */
    static final class ReplicaNamed implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment().getProperty(READ_URL, "").isBlank();
        }
    }
}
