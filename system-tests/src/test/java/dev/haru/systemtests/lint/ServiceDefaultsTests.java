package dev.haru.systemtests.lint;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;

/**
 * The configuration that all processes share is in one file, that of the services in a second file, and each process
 * overrides it. No file repeats a default of the properties classes.
 */
class ServiceDefaultsTests {

    private static final Path REPOSITORY = Path.of("..").toAbsolutePath().normalize();
    private static final Path RESOURCES = REPOSITORY.resolve("platform/src/main/resources");
    private static final Path SHARED = RESOURCES.resolve("service-defaults.yml");
    private static final Path OF_ALL_PROCESSES = RESOURCES.resolve("process-defaults.yml");
    private static final String PROFILE = "spring.config.activate.on-profile";

    @ParameterizedTest
    @CsvSource({"auth-service, 500ms", "member-service, 200ms", "schedule-service, 200ms"})
    void valueOfTheServiceOverridesTheSharedValue(String service, String timeout) {
        assertThat(configuration(service).text("spring.data.redis.timeout")).isEqualTo(timeout);
    }

    @ParameterizedTest
    @ValueSource(strings = {"auth", "member", "schedule"})
    void sharedValueContainsTheNamesOfTheService(String schema) {
        Configuration service = configuration(schema + "-service");

        assertThat(service.text("spring.datasource.username")).isEqualTo(schema + "_service");
        assertThat(service.text("spring.flyway.schemas")).isEqualTo(schema);
        assertThat(service.text("haru.service.name")).isEqualTo(schema + "-service");
    }

    @ParameterizedTest
    @CsvSource({"gateway, gateway", "auth-service, auth-service"})
    void valueOfAllProcessesContainsTheNameOfTheProcess(String module, String name) {
        assertThat(configuration(module).text("spring.data.redis.client-name")).isEqualTo(name);
        assertThat(configuration(module).text("server.shutdown")).isEqualTo("graceful");
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "auth-service", "member-service", "schedule-service"})
    void moduleRepeatsNoSharedValue(String module) throws IOException {
        Map<String, String> shared = values(OF_ALL_PROCESSES);
        if (!module.equals("gateway")) {
            Map<String, String> ofServices = values(SHARED);
            assertThat(ofServices.entrySet()).doesNotContainAnyElementsOf(shared.entrySet());
            shared.putAll(ofServices);
        }

        assertThat(own(module).entrySet()).doesNotContainAnyElementsOf(shared.entrySet());
    }

    @ParameterizedTest
    @ValueSource(strings = {"gateway", "auth-service", "member-service", "schedule-service"})
    void noFileRepeatsADefault(String module) throws IOException {
        Map<String, String> values = own(module);
        values.putAll(values(SHARED));
        values.putAll(values(OF_ALL_PROCESSES));
        values.keySet().removeIf(name -> !name.startsWith("haru."));
        Configuration defaults = new Configuration(REPOSITORY, module, List.of());

        assertThat(values)
                .isNotEmpty()
                .allSatisfy((name, value) ->
                        assertThat(value).isNotEqualTo(defaults.has(name) ? defaults.text(name) : "no default"));
    }

    @Test
    void valueOfAllServicesIsInTheSharedFile() throws IOException {
        Map<String, String> common = own("auth-service");
        for (String other : List.of("member-service", "schedule-service")) {
            common.entrySet().retainAll(own(other).entrySet());
        }

        assertThat(common).containsOnlyKeys("spring.config.import");
    }

    private static Configuration configuration(String service) {
        return TimeoutLint.configuration(REPOSITORY, service, null);
    }

    private static Map<String, String> own(String service) throws IOException {
        return values(REPOSITORY.resolve(service).resolve("src/main/resources/application.yml"));
    }

    /** The values of all documents that need no profile, with their placeholders. */
    private static Map<String, String> values(Path file) throws IOException {
        Map<String, String> values = new HashMap<>();
        for (PropertySource<?> document :
                new YamlPropertySourceLoader().load(file.toString(), new FileSystemResource(file))) {
            if (document instanceof EnumerablePropertySource<?> named && !named.containsProperty(PROFILE)) {
                for (String name : named.getPropertyNames()) {
                    values.put(name, String.valueOf(named.getProperty(name)));
                }
            }
        }
        return values;
    }
}
