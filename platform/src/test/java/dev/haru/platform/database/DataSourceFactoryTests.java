package dev.haru.platform.database;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariDataSource;
import com.zaxxer.hikari.util.DriverDataSource;
import dev.haru.platform.test.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.jdbc.DataSourceUnwrapper;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.jdbc.datasource.DelegatingDataSource;

/** The data source of a service, with one server that is both the primary and the replica. */
class DataSourceFactoryTests {

    private static final String REPLICA_URL = EmbeddedDatabase.url() + "?ApplicationName=replica";

    private final ApplicationContextRunner services = new ApplicationContextRunner()
            .withConfiguration(
                    AutoConfigurations.of(DataSourceAutoConfiguration.class, DatabaseAutoConfiguration.class))
            .withPropertyValues(
                    "spring.datasource.url=" + EmbeddedDatabase.url() + "?ApplicationName=primary",
                    "spring.datasource.username=auth_service",
                    "spring.datasource.password=" + EmbeddedDatabase.SECRET,
                    "spring.datasource.hikari.pool-name=of-tests",
                    "spring.datasource.hikari.maximum-pool-size=1",
                    "spring.datasource.hikari.data-source-properties.options=-c statement_timeout=5s");

    @Test
    void layersOfOneServerAreInOrder() {
        inService("", dataSource -> {
            assertThat(layers(dataSource))
                    .containsExactly(TimedPool.class, BoundedDataSource.class, DriverDataSource.class);
            assertSocketsAreTimed(pool(dataSource));
        });
    }

    @Test
    void layersOfPrimaryAndReplicaAreInOrder() {
        inService(REPLICA_URL, dataSource -> {
            assertThat(layers(dataSource))
                    .containsExactly(
                            ReplicaDataSource.class, TimedPool.class, BoundedDataSource.class, DriverDataSource.class);
            assertThat(layers(replica(dataSource)))
                    .containsExactly(TimedPool.class, BoundedDataSource.class, DriverDataSource.class);
            assertSocketsAreTimed(pool(dataSource));
            assertSocketsAreTimed(replica(dataSource));
        });
    }

    @Test
    void poolsOfBothServersHaveTheServiceSettings() {
        inService(REPLICA_URL, dataSource -> {
            assertThat(pool(dataSource).getPoolName()).isEqualTo("of-tests");
            assertThat(replica(dataSource).getPoolName()).isEqualTo("of-tests-read");
            for (HikariDataSource pool : List.of(pool(dataSource), replica(dataSource))) {
                assertThat(pool.getMaximumPoolSize()).isEqualTo(1);
                assertThat(setting(pool, "statement_timeout", false)).isEqualTo("5s");
            }
        });
    }

    @Test
    void readOnlyConnectionUsesTheReplica() {
        inService(REPLICA_URL, dataSource -> {
            assertThat(setting(dataSource, "application_name", false)).isEqualTo("primary");
            assertThat(setting(dataSource, "application_name", true)).isEqualTo("replica");
            assertThat(ReplicaRouting.fromPrimary(() -> setting(dataSource, "application_name", true)))
                    .isEqualTo("primary");
        });
    }

    @Test
    void endOfTheServiceClosesThePools() {
        for (String replicaUrl : List.of("", REPLICA_URL)) {
            HikariDataSource[] pools = new HikariDataSource[2];
            inService(replicaUrl, dataSource -> {
                pools[0] = pool(dataSource);
                pools[1] = replicaUrl.isEmpty() ? pools[0] : replica(dataSource);
            });
            assertThat(pools).allMatch(HikariDataSource::isClosed);
        }
    }

    private void inService(String replicaUrl, Consumer<DataSource> assertions) {
        services.withPropertyValues("haru.database.read-url=" + replicaUrl)
                .run(context -> assertions.accept(context.getBean(DataSource.class)));
    }

    private static List<Class<?>> layers(DataSource outermost) {
        List<Class<?>> layers = new ArrayList<>();
        for (DataSource layer = outermost; layer != null; layer = below(layer)) {
            layers.add(layer.getClass());
        }
        return layers;
    }

    private static @Nullable DataSource below(DataSource layer) {
        return switch (layer) {
            case HikariDataSource pool -> pool.getDataSource();
            case DelegatingDataSource wrapper -> wrapper.getTargetDataSource();
            default -> null;
        };
    }

    private static void assertSocketsAreTimed(HikariDataSource pool) {
        assertThat(pool.getDataSourceProperties()).containsEntry("socketFactory", TimedSockets.class.getName());
    }

    private static HikariDataSource pool(DataSource dataSource) {
        return Objects.requireNonNull(DataSourceUnwrapper.unwrap(dataSource, HikariDataSource.class));
    }

    private static HikariDataSource replica(DataSource dataSource) {
        return ((ReplicaDataSource) dataSource).replica();
    }

    private static String setting(DataSource dataSource, String name, boolean readOnly) {
        try (Connection connection = dataSource.getConnection()) {
            connection.setReadOnly(readOnly);
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("select current_setting('" + name + "')")) {
                row.next();
                return row.getString(1);
            }
        } catch (SQLException failure) {
            throw new AssertionError(failure);
        }
    }
}
