package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.port.Ports;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassCacheTests {

    @TempDir
    private Path root;

    private final ByteArrayOutputStream told = new ByteArrayOutputStream();
    private RunDirectory directory;
    private ServiceImage image;
    private ClassCache cache;

    @BeforeEach
    void nameCache() throws IOException {
        directory = new RunDirectory(root);
        Path app = Files.createDirectories(directory.app("gateway"));
        image = new ServiceImage(ServiceModule.GATEWAY, app, app.resolve("gateway.jar"));
        cache = new ClassCache(image, directory);
    }

    @Test
    void recordedCacheIsUsedFromThenOn() throws Exception {
        packageAs(StartsWell.class);
        assertThat(cache.isDue()).isTrue();
        assertThat(cache.flags()).isEmpty();

        record();

        assertThat(cache.isDue()).isFalse();
        assertThat(cache.flags()).contains("-XX:AOTCache=" + image.root().resolve("classes.aot"));
        assertThat(image.root().resolve("classes.aot")).isNotEmptyFile();
        assertThat(told()).contains("class cache recorded after");
    }

    @Test
    void failedRecordingIsToldOnceAndNotTriedAgain() throws Exception {
        packageAs(FailsToStart.class);

        record();

        assertThat(cache.isDue()).isFalse();
        assertThat(cache.flags()).isEmpty();
        assertThat(told()).contains(directory.log("gateway-recording").toString());
        assertThat(directory.remembered()).isEmpty();
    }

    @Test
    void interruptedRecordingIsStillDue() throws Exception {
        packageAs(StartsWell.class);

        Thread.currentThread().interrupt();
        assertThatExceptionOfType(InterruptedException.class).isThrownBy(this::record);

        assertThat(cache.isDue()).isTrue();
        assertThat(directory.remembered()).isEmpty();
    }

    /** As a service that ends by itself once it has started. */
    static final class StartsWell {
        public static void main(String[] arguments) {
            System.out.println("started on port " + System.getenv("SERVER_PORT"));
        }
    }

    static final class FailsToStart {
        public static void main(String[] arguments) {
            System.exit(3);
        }
    }

    private void record() throws InterruptedException {
        ServiceEnvironment environment = new ServiceEnvironment(
                Ports.free(), Map.of(), Secrets.in(directory.secrets()), "jdbc:postgresql:none", null, false);
        cache.record(environment, new Progress(new PrintStream(told, true, StandardCharsets.UTF_8)));
    }

    private String told() {
        return told.toString(StandardCharsets.UTF_8);
    }

    private void packageAs(Class<?> main) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, main.getName());
        String file = main.getName().replace('.', '/') + ".class";
        try (OutputStream out = Files.newOutputStream(image.jar());
                JarOutputStream jar = new JarOutputStream(out, manifest);
                InputStream in = main.getResourceAsStream("/" + file)) {
            jar.putNextEntry(new JarEntry(file));
            in.transferTo(jar);
        }
    }
}
