package dev.haru.platform.database;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.metrics.micrometer.MicrometerMetricsTrackerFactory;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.time.Duration;
import java.util.Objects;
import javax.sql.DataSource;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceProperties;
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
 * The data source of a service, instead of Spring Boot's, with the same properties. {@link DataSourceFactory} describes
 * it. Migrations use a connection of their own.
 */
@AutoConfiguration(before = DataSourceAutoConfiguration.class)
@ConditionalOnClass({
    HikariDataSource.class,
    LazyConnectionDataSourceProxy.class,
    MeterRegistry.class,
    DataSourceAutoConfiguration.class
})
@ConditionalOnProperty("spring.datasource.url")
@EnableConfigurationProperties({DatabaseProperties.class, DataSourceProperties.class})
public class DatabaseAutoConfiguration {

    /** PostgreSQL restarts within this time after a crash, and Kubernetes does not yet end the starting pod. */
    private static final Duration FIRST_CONNECTION_TIMEOUT = Duration.ofSeconds(15);

    private static final Duration FIRST_CONNECTION_PAUSE = Duration.ofMillis(500);

    @Bean
    DataSource dataSource(DataSourceProperties primary, DatabaseProperties properties, Environment environment) {
        FirstConnection firstConnection = new FirstConnection(FIRST_CONNECTION_TIMEOUT, FIRST_CONNECTION_PAUSE);
        return new DataSourceFactory(settings(primary, environment), properties.readUrl(), firstConnection).create();
    }

    private static HikariConfig settings(DataSourceProperties primary, Environment environment) {
        HikariConfig settings = new HikariConfig();
        settings.setDriverClassName(primary.determineDriverClassName());
        settings.setJdbcUrl(primary.determineUrl());
        settings.setUsername(primary.determineUsername());
        settings.setPassword(primary.determinePassword());
        Binder.get(environment).bind("spring.datasource.hikari", Bindable.ofInstance(settings));
        return settings;
    }

    @Configuration(proxyBeanMethods = false)
    @Conditional(ReplicaNamed.class)
    static class WithReplica {

        @Bean
        MeterBinder replicaPoolMetrics(DataSource dataSource) {
            return meters -> replica(dataSource).setMetricsTrackerFactory(new MicrometerMetricsTrackerFactory(meters));
        }

        /** Not part of readiness: without the replica the service can still write. */
        @Bean
        HealthIndicator readDbHealthIndicator(DataSource dataSource) {
            return new DataSourceHealthIndicator(replica(dataSource));
        }

        private static HikariDataSource replica(DataSource dataSource) {
            return Objects.requireNonNull(DataSourceUnwrapper.unwrap(dataSource, ReplicaDataSource.class))
                    .replica();
        }
    }

    /** Treats an empty property as a missing one, unlike Spring Boot's condition on a property. */
    static final class ReplicaNamed implements Condition {

        @Override
        public boolean matches(ConditionContext context, AnnotatedTypeMetadata metadata) {
            return !context.getEnvironment()
                    .getProperty("haru.database.read-url", "")
                    .isBlank();
        }
    }
}
