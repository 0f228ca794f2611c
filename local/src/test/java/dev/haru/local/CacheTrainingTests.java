package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.local.StubService.Behaviour;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import dev.haru.local.service.ClassCache;
import dev.haru.local.service.ServiceImage;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.store.PostgresStart;
import dev.haru.local.store.PostgresStore;
import dev.haru.local.store.StoreBinaries;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A training run of {@link StubService}s on a real PostgreSQL. */
@Timeout(600)
class CacheTrainingTests {

    private static final Ports PORTS = Ports.free();
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private static Path root;

    private static RunDirectory directory;
    private static Secrets secrets;
    private static PostgresStore postgres;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Tasks tasks = new Tasks();

    @BeforeAll
    static void startPostgres() {
        directory = new RunDirectory(root);
        secrets = Secrets.in(directory.secrets());
        StoreBinaries binaries = StoreBinaries.unpack(directory);
        postgres = new PostgresStart(binaries, directory, PORTS.number(Port.POSTGRES), secrets).start();
    }

    @AfterAll
    static void stopPostgres() {
        postgres.stop();
    }

    @AfterEach
    void endServices() {
        tasks.close();
        RunDirectory.deleteTree(root.resolve("app"));
        RunDirectory training = directory.training();
        for (String service : training.partsWithPidFile()) {
            training.pid(service).running().ifPresent(Processes::kill);
            training.pid(service).delete();
        }
    }

    @Test
    void dueCacheIsRecorded() throws Exception {
        List<ServiceImage> images = images(Behaviour.SERVES);
        ClassCache gateway = new ClassCache(images.getLast());
        assertThat(gateway.isDue()).isTrue();

        start(images);

        await().atMost(LIMIT).until(() -> output().contains("recorded after"));
        assertThat(gateway.isDue()).isFalse();
        assertThat(gateway.flags()).anyMatch(flag -> flag.startsWith("-XX:AOTCache="));
        assertNothingRemains();
    }

    @Test
    void failedRecordingStaysDue() throws Exception {
        List<ServiceImage> images = images(Behaviour.FAILS);
        ClassCache gateway = new ClassCache(images.getLast());

        start(images);

        await().atMost(LIMIT).until(() -> output().contains("not recorded"));
        assertThat(gateway.isDue()).isTrue();
        assertThat(gateway.flags()).isEmpty();
        assertThat(output()).contains("not recorded, the next start tries again: gateway died with exit code 1");
        assertNothingRemains();
    }

    @Test
    void nothingStartsIfNoCacheIsDue() throws Exception {
        List<ServiceImage> images = images(Behaviour.FAILS);
        makeCache(ServiceModule.GATEWAY);

        start(images);

        assertThat(output()).isEmpty();
    }

    @Test
    void cacheStaysDueIfTheSystemIsClosed() throws Exception {
        List<ServiceImage> images = images(Behaviour.HANGS);
        start(images);
        await().atMost(LIMIT)
                .until(() -> directory.training().pid("gateway").running().isPresent());

        tasks.close();

        assertThat(new ClassCache(images.getLast()).isDue()).isTrue();
        assertThat(output()).doesNotContain("recorded");
        assertNothingRemains();
    }

    /** Only the gateway, the last image, has a due cache. */
    private static List<ServiceImage> images(Behaviour ofGateway) throws IOException {
        List<ServiceImage> images = new ArrayList<>();
        for (ServiceModule module : ServiceModule.withSchema()) {
            ServiceImage image = StubService.image(module, Behaviour.SERVES, directory);
            makeCache(module);
            images.add(image);
        }
        images.add(StubService.image(ServiceModule.GATEWAY, ofGateway, directory));
        return images;
    }

    /** The JVM ignores the empty file. */
    private static void makeCache(ServiceModule module) throws IOException {
        Files.writeString(directory.app(module.module()).resolve("classes.aot"), "");
    }

    private void start(List<ServiceImage> images) {
        Settings settings = new Settings(root, directory, PORTS, false, 0, false, false, Map.of());
        Progress progress = new Progress(new PrintStream(out, true, StandardCharsets.UTF_8));
        new CacheTraining(settings, progress, tasks, postgres, secrets, images).start();
    }

    private String output() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private static void assertNothingRemains() throws Exception {
        assertThat(directory.training().partsWithPidFile()).isEmpty();
        try (Stream<Path> files = Files.list(directory.app("gateway"))) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(file -> file.contains("recording"));
        }
        assertThat(databases()).isZero();
    }

    private static int databases() throws SQLException {
        try (Connection admin = postgres.connect();
                Statement statement = admin.createStatement();
                ResultSet rows =
                        statement.executeQuery("select count(*) from pg_database where datname = 'haru_training'")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
