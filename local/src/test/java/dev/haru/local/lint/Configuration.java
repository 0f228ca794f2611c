package dev.haru.local.lint;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.bind.PropertySourcesPlaceholdersResolver;
import org.springframework.boot.context.properties.source.ConfigurationProperty;
import org.springframework.boot.context.properties.source.ConfigurationPropertyName;
import org.springframework.boot.context.properties.source.ConfigurationPropertySource;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.boot.env.OriginTrackedMapPropertySource;
import org.springframework.boot.env.YamlPropertySourceLoader;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.PropertySourceOrigin;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.MutablePropertySources;
import org.springframework.core.env.PropertySource;
import org.springframework.core.io.FileSystemResource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The configuration of a module without environment variables: its {@code application.yml}, read by Spring's own
 * loader, over the defaults in the metadata of the typed properties.
 */
final class Configuration {

    private final String module;
    private final MutablePropertySources sources = new MutablePropertySources();
    private final Binder binder;

    /** Earlier files override later ones. Missing files are ignored. */
    Configuration(Path repository, String module, List<Path> files) {
        this.module = module;
        files.stream()
                .filter(Files::exists)
                .flatMap(file -> documents(repository, file))
                .forEach(sources::addLast);
        Stream.of("platform", module)
                .map(part -> repository.resolve(part).resolve("target/classes/META-INF"))
                .map(folder -> folder.resolve("spring-configuration-metadata.json"))
                .filter(Files::exists)
                .map(Configuration::defaults)
                .forEach(sources::addLast);
        this.binder = new Binder(
                ConfigurationPropertySources.from(sources), new PropertySourcesPlaceholdersResolver(sources));
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
        for (PropertySource<?> source : sources) {
            ConfigurationPropertySource single = Objects.requireNonNull(ConfigurationPropertySource.from(source));
            ConfigurationProperty found = single.getConfigurationProperty(name);
            if (found != null) {
                Origin origin = found.getOrigin() instanceof PropertySourceOrigin of ? of.getOrigin() : null;
                return origin instanceof TextResourceOrigin text && text.getLocation() != null
                        ? source.getName() + ":" + (text.getLocation().getLine() + 1)
                        : source.getName();
            }
        }
        return module;
    }

    private static Duration duration(String text, Duration unit) {
        return text.matches("[0-9]+") ? unit.multipliedBy(Long.parseLong(text)) : DurationStyle.detectAndParse(text);
    }

    /** Leaves out the documents of profiles. */
    private static Stream<PropertySource<?>> documents(Path repository, Path file) {
        String name = repository.relativize(file.toAbsolutePath().normalize()).toString();
        try {
            return new YamlPropertySourceLoader()
                    .load(name, new FileSystemResource(file)).stream()
                            .filter(document -> !document.containsProperty("spring.config.activate.on-profile"))
                            .map(document -> document instanceof OriginTrackedMapPropertySource tracked
                                    ? new OriginTrackedMapPropertySource(name, tracked.getSource(), true)
                                    : document);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
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
}
