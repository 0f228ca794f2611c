package dev.haru.local.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.PartFailed;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Refusal;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StoresTests {

    @TempDir
    private static Path shared;

    private static Path initialised;
    private static RunDirectory directory;

    private final Ports ports = Ports.free();

    /** Initialises PostgreSQL once and keeps a copy of its data, because initdb takes longer than most of the tests. */
    @BeforeAll
    static void initialise() throws IOException, InterruptedException {
        directory = new RunDirectory(shared.resolve("with a space"));
        initialised = Files.createDirectory(shared.resolve("initialised"));
        postgres(Ports.free()).stop();
        copy(PostgresStore.dataDirectory(directory), initialised.resolve("data"));
        copy(directory.secrets(), initialised.resolve("secrets"));
    }

    /** Deletes the data. The unpacked binaries stay. */
    @BeforeEach
    void deleteData() {
        directory.deleteData();
    }

    @AfterEach
    void stop() {
        PostgresStore.stopLeftover(directory);
        RedisStore.stopLeftover(directory);
    }

    @Test
    void postgresKeepsDataAfterARestart() throws Exception {
        restoreData();
        PostgresStore first = postgres();
        execute(first, "create table kept (id integer)");
        first.stop();
        assertThat(first.isAlive()).isFalse();

        PostgresStore second = postgres();

        assertThat(query(second, "select count(*) from kept")).isEqualTo("0");
        assertThat(query(second, "show server_version")).startsWith("18.");
        assertThat(query(second, "show fsync")).isEqualTo("on");
        assertThat(query(second, "show listen_addresses")).isEqualTo("127.0.0.1");
    }

    @Test
    void postgresRequiresThePassword() throws Exception {
        restoreData();
        PostgresStore store = postgres();

        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> DriverManager.getConnection(store.url(), PostgresStore.ADMIN, "guessed"))
                .satisfies(refused -> assertThat(refused.getSQLState()).isEqualTo("28P01"));
    }

    @Test
    void postgresOfAnEarlierRunIsStopped() throws Exception {
        restoreData();
        PostgresStore orphan = postgres();

        assertThat(PostgresStore.stopLeftover(directory)).isTrue();

        assertThat(orphan.isAlive()).isFalse();
        assertThat(PostgresStore.stopLeftover(directory)).isFalse();
    }

    @Test
    void unrelatedProcessWithPostgresPidIsNotStopped() throws Exception {
        restoreData();
        Process otherProcess = new ProcessBuilder("sleep", "60").start();
        Path data = directory.postgres().resolve("data");
        Files.writeString(data.resolve("postmaster.pid"), otherProcess.pid() + "\n" + data + "\n");

        assertThat(PostgresStore.stopLeftover(directory)).isFalse();

        assertThat(otherProcess.isAlive()).isTrue();
        assertThat(query(postgres(), "select 1")).isEqualTo("1");
        otherProcess.destroyForcibly();
    }

    @Test
    void postgresStartsAtOnceAfterAKill() throws Exception {
        restoreData();
        PostgresStore killed = postgres();
        Processes.kill(killed.process());
        Process otherProcess = new ProcessBuilder("sleep", "60").start();
        Path data = directory.postgres().resolve("data");
        Files.writeString(data.resolve("postmaster.pid"), otherProcess.pid() + "\n" + data + "\n");

        assertThat(query(postgres(), "select 1")).isEqualTo("1");

        otherProcess.destroyForcibly();
    }

    @Test
    void unfinishedDataDirectoryIsRecreated() throws IOException, SQLException {
        Files.createDirectories(directory.postgres().resolve("data"));
        Files.writeString(directory.postgres().resolve("data/PG_VERSION"), "18");

        assertThat(query(postgres(), "select 1")).isEqualTo("1");
    }

    @Test
    void dataOfAnotherVersionIsRefused() throws Exception {
        restoreData();
        Files.writeString(directory.postgres().resolve("data/PG_VERSION"), "17\n");

        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(this::postgres)
                .withMessageContainingAll("PostgreSQL 17", "make clean DATA=1");
    }

    @Test
    void dataWithoutPasswordsIsRefused() throws Exception {
        restoreData();
        Files.delete(directory.secrets());

        assertThatExceptionOfType(Refusal.class).isThrownBy(this::postgres).withMessageContaining("make clean DATA=1");
    }

    @Test
    void failedPostgresStartShowsTheLog() throws Exception {
        restoreData();
        Files.writeString(directory.postgres().resolve("data/postgresql.conf"), "no such setting = 1\n");

        assertThatExceptionOfType(PartFailed.class)
                .isThrownBy(this::postgres)
                .withMessageContainingAll("PostgreSQL did not start", "syntax error");
    }

    @Test
    void redisRespondsUntilStopped() {
        RedisStore redis = redis();
        assertThat(redis.isAlive()).isTrue();

        redis.stop();

        assertThat(redis.isAlive()).isFalse();
        assertThat(RedisStore.stopLeftover(directory)).isFalse();
    }

    @Test
    void redisOfAnEarlierRunIsStopped() {
        RedisStore orphan = redis();

        assertThat(RedisStore.stopLeftover(directory)).isTrue();

        assertThat(orphan.isAlive()).isFalse();
    }

    @Test
    void unrelatedProcessWithRedisPidIsNotStopped() throws IOException {
        redis().stop();
        Process otherProcess = new ProcessBuilder("sleep", "60").start();
        Files.writeString(RedisStore.pidFile(directory), Long.toString(otherProcess.pid()));

        assertThat(RedisStore.stopLeftover(directory)).isFalse();

        assertThat(otherProcess.isAlive()).isTrue();
        otherProcess.destroyForcibly();
    }

    /** A busy machine may pause Redis between its start and the writing of its pid file. */
    @Test
    void redisThatWroteItsPidLateIsStopped() throws IOException {
        RedisStore orphan = redis();
        setTimeOfRedisPid(start(orphan).plusSeconds(30));

        assertThat(RedisStore.stopLeftover(directory)).isTrue();

        assertThat(orphan.isAlive()).isFalse();
    }

    @Test
    void unrelatedRedisWithRedisPidIsNotStopped() throws IOException {
        RedisStore other = redis();
        setTimeOfRedisPid(start(other).minusSeconds(30));
        try {
            assertThat(RedisStore.stopLeftover(directory)).isFalse();

            assertThat(other.isAlive()).isTrue();
        } finally {
            other.stop();
        }
    }

    @Test
    void redisStartsWhileOtherThreadsForkProcesses() {
        StoreBinaries binaries = StoreBinaries.unpack(directory);
        AtomicBoolean forking = new AtomicBoolean(true);
        List<Thread> forks = IntStream.range(0, 24)
                .mapToObj(_ -> Thread.ofPlatform().start(() -> forkWhile(forking)))
                .toList();
        try {
            for (int start = 0; start < 5; start++) {
                RedisStore redis = new RedisStart(binaries, directory, ports.number(Port.REDIS)).start();
                assertThat(redis.process().info().command())
                        .hasValue(binaries.redis().toString());
                redis.stop();
            }
        } finally {
            forking.set(false);
            forks.forEach(StoresTests::join);
        }
    }

    private static void forkWhile(AtomicBoolean forking) {
        while (forking.get()) {
            try {
                new ProcessBuilder("true").start().waitFor();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private static void join(Thread thread) {
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The data of a stopped PostgreSQL. */
    private static void restoreData() throws IOException, InterruptedException {
        copy(initialised.resolve("data"), PostgresStore.dataDirectory(directory));
        copy(initialised.resolve("secrets"), directory.secrets());
    }

    /** Copies with the permissions, because PostgreSQL refuses data that others may read. */
    private static void copy(Path from, Path to) throws IOException, InterruptedException {
        Process cp = new ProcessBuilder("cp", "-Rp", from.toString(), to.toString())
                .inheritIO()
                .start();
        assertThat(cp.waitFor()).isZero();
    }

    private static Instant start(RedisStore redis) {
        return redis.process().info().startInstant().orElseThrow();
    }

    private void setTimeOfRedisPid(Instant written) throws IOException {
        Files.setLastModifiedTime(RedisStore.pidFile(directory), FileTime.from(written));
    }

    private RedisStore redis() {
        return new RedisStart(StoreBinaries.unpack(directory), directory, ports.number(Port.REDIS)).start();
    }

    private PostgresStore postgres() {
        return postgres(ports);
    }

    private static PostgresStore postgres(Ports ports) {
        return new PostgresStart(
                        StoreBinaries.unpack(directory),
                        directory,
                        ports.number(Port.POSTGRES),
                        Secrets.in(directory.secrets()))
                .start();
    }

    private static void execute(PostgresStore store, String sql) throws SQLException {
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String query(PostgresStore store, String sql) throws SQLException {
        try (Connection connection = store.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
