package dev.haru.systemtests.lint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.boot.context.config.ConfigDataEnvironmentPostProcessor;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;
import org.springframework.core.io.DefaultResourceLoader;
import org.springframework.core.io.FileSystemResource;
import org.springframework.core.io.Resource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The configuration of a module without environment variables: its {@code application.yml} and the file that it
 * imports, merged by Spring Boot, over the defaults in the metadata of the typed properties.
 */
final class Configuration {

    private static final String SHARED_RESOURCES = "platform/src/main/resources";

    private final Path repository;
    private final String module;
    private final ConfigurableEnvironment environment = new WithoutVariables();
    private final Binder binder;

    /** Earlier files override later ones. Missing files are ignored. */
    Configuration(Path repository, String module, List<Path> files) {
        this.repository = repository;
        this.module = module;
        String locations = files.reversed().stream()
                .filter(Files::exists)
                .map(file -> file.toUri().toString())
                .collect(Collectors.joining(","));
        MutablePropertySources sources = environment.getPropertySources();
        sources.addFirst(new MapPropertySource("locations", Map.of("spring.config.location", locations)));
        ConfigDataEnvironmentPostProcessor.applyTo(environment, new SourceFiles(repository), null);
        Stream.of("platform", module)
                .map(part -> repository.resolve(part).resolve("target/classes/META-INF"))
                .map(folder -> folder.resolve("spring-configuration-metadata.json"))
                .filter(Files::exists)
                .map(Configuration::defaults)
                .forEach(sources::addLast);
        this.binder = Binder.get(environment);
    }

    String module() {
        return module;
    }

    /** A timeout. A number without unit is in milliseconds. */
    Limit limit(String property) {
        return limit(property, Duration.ofMillis(1));
    }

    /** A timeout. A number without unit is in {@code unit}. */
    Limit limit(String property, Duration unit) {
        return Limit.of(property, duration(text(property), unit), placeOf(property));
    }

    /** A timeout inside another text. */
    Limit limit(String property, String name, String text) {
        return Limit.of(property + " " + name, duration(text, Duration.ofMillis(1)), placeOf(property));
    }

    String text(String property) {
        return binder.bind(property, String.class)
                .orElseThrow(() -> new AssertionError(module + " does not set " + property));
    }

    boolean has(String property) {
        return binder.bind(property, String.class).isBound();
    }

    Map<String, Object> map(String property) {
        return binder.bind(property, Bindable.mapOf(String.class, Object.class)).orElseGet(Map::of);
    }

    /** The file and line of a property, or the module that defines its default. */
    String placeOf(String property) {
        ConfigurationPropertyName name = ConfigurationPropertyName.of(property);
        for (PropertySource<?> source : environment.getPropertySources()) {
            ConfigurationPropertySource single = ConfigurationPropertySource.from(source);
            ConfigurationProperty found = single == null ? null : single.getConfigurationProperty(name);
            if (found != null) {
                Origin origin = found.getOrigin() instanceof PropertySourceOrigin of ? of.getOrigin() : null;
                return origin instanceof TextResourceOrigin text ? place(text) : source.getName();
            }
        }
        return module;
    }

    private static Duration duration(String text, Duration unit) {
        return text.matches("[0-9]+") ? unit.multipliedBy(Long.parseLong(text)) : DurationStyle.detectAndParse(text);
    }

    private String place(TextResourceOrigin origin) {
        try {
            Path file = Objects.requireNonNull(origin.getResource()).getFile().toPath();
            int line = Objects.requireNonNull(origin.getLocation()).getLine() + 1;
            return repository.relativize(file) + ":" + line;
        } catch (IOException noFile) {
            throw new UncheckedIOException(noFile);
        }
    }

    private static PropertySource<?> defaults(Path metadata) {
        Map<String, Object> defaults = new HashMap<>();
        for (JsonNode property : JsonMapper.shared().readTree(metadata.toFile()).path("properties")) {
            if (property.has("defaultValue")) {
                defaults.put(
                        property.path("name").asString(),
                        property.path("defaultValue").asString());
            }
        }
        return new MapPropertySource("the defaults of " + metadata.getName(metadata.getNameCount() - 5), defaults);
    }

    private static final class WithoutVariables extends StandardEnvironment {

        @Override
        protected void customizePropertySources(MutablePropertySources none) {}
    }

    /** Reads imports from the source folder, so that a violation names a file that a person edits. */
    private static final class SourceFiles extends DefaultResourceLoader {

        private final Path repository;

        SourceFiles(Path repository) {
            this.repository = repository;
        }

        @Override
        public Resource getResource(String location) {
            return location.startsWith(CLASSPATH_URL_PREFIX)
                    ? new FileSystemResource(repository
                            .resolve(SHARED_RESOURCES)
                            .resolve(location.substring(CLASSPATH_URL_PREFIX.length())))
                    : super.getResource(location);
        }
    }
}
