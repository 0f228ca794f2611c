package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.StubService.Behaviour;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import dev.haru.local.service.ClassCache;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceImage;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.service.TrainedService;
import dev.haru.local.store.PostgresStart;
import dev.haru.local.store.PostgresStore;
import dev.haru.local.store.StoreBinaries;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A training run of {@link StubService}s on a real PostgreSQL. */
@Timeout(1800)
class CacheTrainingTests {

    private static final Ports PORTS = Ports.free();

    @TempDir
    private static Path root;

    private static RunDirectory directory;
    private static Secrets secrets;
    private static PostgresStore postgres;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final Tasks tasks = new Tasks();
    private final RunningParts parts = new RunningParts();

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
        for (String service : directory.partsWithPidFile()) {
            directory.pid(service).running().ifPresent(Processes::kill);
            directory.pid(service).delete();
        }
    }

    @Test
    void dueCacheIsRecorded() throws Exception {
        List<ServiceImage> images = images(Behaviour.SERVES);
        ClassCache gateway = new ClassCache(images.getLast());
        assertThat(gateway.isDue()).isTrue();

        recordDue(images);

        assertThat(gateway.isDue()).isFalse();
        assertThat(gateway.flags()).anyMatch(flag -> flag.startsWith("-XX:AOTCache="));
        assertThat(out.toString(StandardCharsets.UTF_8)).contains("recorded after");
        assertNothingRemains();
    }

    @Test
    void failedRecordingIsGivenUp() throws Exception {
        List<ServiceImage> images = images(Behaviour.FAILS);
        ClassCache gateway = new ClassCache(images.getLast());

        recordDue(images);

        assertThat(gateway.isDue()).isFalse();
        assertThat(gateway.flags()).isEmpty();
        assertThat(out.toString(StandardCharsets.UTF_8))
                .contains("not recorded, later starts remain slow: gateway died with exit code 1");
        assertNothingRemains();
    }

    @Test
    void cacheStaysDueIfTheSystemIsClosed() throws Exception {
        List<ServiceImage> images = images(Behaviour.HANGS);
        // A virtual thread that spins would keep the tasks from the only core of a small machine.
        Thread closing = Thread.ofPlatform().start(() -> {
            while (directory.pid("gateway").running().isEmpty()) {
                Thread.onSpinWait();
            }
            tasks.close();
        });

        assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> recordDue(images));
        closing.join();

        assertThat(new ClassCache(images.getLast()).isDue()).isTrue();
        assertThat(databases()).isZero();
    }

    /** A busy machine may delay the start of a service until another service has failed. */
    @Test
    void serviceThatStartsDuringAFailureIsStopped() throws Exception {
        List<ServiceImage> images = images(Behaviour.FAILS);
        ServiceEnvironment environment = new ServiceEnvironment(PORTS, Map.of(), secrets, postgres.url(), null, false);
        CompletableFuture<Boolean> lateStartBegun = new CompletableFuture<>();
        CompletableFuture<TrainedService> failing = new CompletableFuture<>();
        CompletableFuture<TrainedService> late = new CompletableFuture<>();
        CompletableFuture<Boolean> recordReturned = new CompletableFuture<>();
        Supplier<TrainedService> startOfFailing = () -> {
            lateStartBegun.join();
            failing.complete(TrainedService.start(images.getLast(), directory, environment));
            return failing.join();
        };
        Supplier<TrainedService> lateStart = () -> {
            lateStartBegun.complete(true);
            failing.join().process().process().onExit().join();
            // record must wait for this start. If it does not, it returns within this time.
            recordReturned.completeOnTimeout(false, 1, TimeUnit.SECONDS).join();
            late.complete(TrainedService.start(images.getFirst(), directory, environment));
            return late.join();
        };
        TrainingRun run = new TrainingRun(tasks, parts, environment, 2);
        try (Connection admin = postgres.connect()) {
            assertThatExceptionOfType(PartFailed.class)
                    .isThrownBy(() -> run.record(admin, List.of(startOfFailing, lateStart)))
                    .withMessageStartingWith("gateway died with exit code 1");
        }
        recordReturned.complete(true);

        // Java notices the end of a process a little later than the operating system.
        assertThat(late.join().process().process().onExit()).succeedsWithin(Duration.ofMinutes(5));
        assertNothingRemains();
    }

    /** Only the gateway, the last image, has a due cache. */
    private static List<ServiceImage> images(Behaviour ofGateway) throws IOException {
        List<ServiceImage> images = new ArrayList<>();
        for (ServiceModule module : ServiceModule.withSchema()) {
            ServiceImage image = StubService.image(module, Behaviour.SERVES, directory);
            new ClassCache(image).giveUp();
            images.add(image);
        }
        images.add(StubService.image(ServiceModule.GATEWAY, ofGateway, directory));
        return images;
    }

    private void recordDue(List<ServiceImage> images) {
        parts.adopt(postgres);
        Settings settings = new Settings(root, directory, PORTS, false, 0, false, false, Map.of());
        Progress progress = new Progress(new PrintStream(out, true, StandardCharsets.UTF_8));
        new CacheTraining(settings, progress, tasks, parts, secrets).recordDue(images);
    }

    private void assertNothingRemains() throws SQLException {
        assertThat(directory.partsWithPidFile()).isEmpty();
        assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(() -> parts.named("gateway"));
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
