package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

    private ServiceImage image;
    private ClassCache cache;

    @BeforeEach
    void nameCache() {
        image = new ServiceImage(ServiceModule.GATEWAY, root, root.resolve("gateway.jar"));
        cache = new ClassCache(image);
    }

    @Test
    void recordedCacheIsUsedByTheNextStart() throws Exception {
        packageAs(Service.class);
        assertThat(cache.isDue()).isTrue();
        assertThat(cache.flags()).isEmpty();
        run(cache.recordingFlags());

        cache.keep();

        assertThat(cache.isDue()).isFalse();
        assertThat(cache.flags()).contains("-XX:AOTCache=" + root.resolve("classes.aot"));
        List<String> required = new ArrayList<>(cache.flags());
        required.add("-XX:AOTMode=on");
        run(required);
    }

    @Test
    void unfinishedRecordingIsDiscarded() throws Exception {
        Files.writeString(root.resolve("classes.recording"), "a part of a cache");
        Files.writeString(root.resolve("classes.recording.config"), "");

        cache.discardRecording();

        assertThat(cache.isDue()).isTrue();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void cacheIsDueUntilItsRecordingIsKept() throws Exception {
        packageAs(Service.class);

        run(cache.recordingFlags());

        assertThat(cache.isDue()).isTrue();
        assertThat(cache.flags()).isEmpty();
    }

    static final class Service {
        public static void main(String[] arguments) {
            System.out.println("started");
        }
    }

    private void run(List<String> flags) throws Exception {
        Process process = new ProcessBuilder(JavaCommand.of(image.module(), flags, image.jar()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
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
