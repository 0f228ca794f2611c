package dev.haru.systemtests.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A connection pooler does not pass on the session limits of its clients. {@code k8s/postgresql} therefore sets the
 * same limits on their database users. The wait for a connection of the pooler has the same bound as the wait for a
 * connection of the pool.
 */
class PooledRolesTests {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path POSTGRESQL = REPOSITORY.resolve("k8s/postgresql");
    private static final Pattern OPTION = Pattern.compile("-c (\\w+)=(\\S+)");
    private static final Pattern WAIT = Pattern.compile("query_wait_timeout: \"([0-9.]+)\"");

    @ParameterizedTest
    @ValueSource(strings = {"auth", "member", "schedule"})
    void databaseUserHasTheLimitsOfItsService(String schema) throws IOException {
        Pattern setting = Pattern.compile("alter role %s_service set (\\w+) = '(\\w+)';".formatted(schema));

        assertThat(named(setting, Files.readString(POSTGRESQL.resolve("pooled-roles.sql"))))
                .isNotEmpty()
                .isEqualTo(named(OPTION, of(schema).text(TimeoutLint.POOL_OPTIONS)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"auth", "member", "schedule"})
    void poolerWaitEqualsPoolWait(String schema) throws IOException {
        long millis = of(schema).limit(TimeoutLint.POOL_WAIT).value().toMillis();
        List<Long> waits = WAIT.matcher(Files.readString(POSTGRESQL.resolve("pooler.yaml")))
                .results()
                .map(wait -> Math.round(Double.parseDouble(wait.group(1)) * 1_000))
                .toList();

        assertThat(waits).hasSize(2).containsOnly(millis);
    }

    private static Map<String, String> named(Pattern pattern, String text) {
        return pattern.matcher(text)
                .results()
                .collect(Collectors.toMap(setting -> setting.group(1), setting -> setting.group(2)));
    }

    private static Configuration of(String schema) {
        return TimeoutLint.configuration(REPOSITORY, schema + "-service", null);
    }
}
