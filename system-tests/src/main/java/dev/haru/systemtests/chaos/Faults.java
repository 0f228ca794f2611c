package dev.haru.systemtests.chaos;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import dev.haru.local.process.Processes;
import dev.haru.local.process.Refusal;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.store.PostgresStore;
import dev.haru.local.store.RedisStore;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/**
 * All faults: each part crashes, each part is paused, a connection pool is full, an operator has locked one member's
 * row, and connections between services are cut.
 */
final class Faults {

    private static final Duration PAUSE = Duration.ofSeconds(5);

    private final HaruSystem system;
    private final Map<Port, Proxy> proxies;

    Faults(HaruSystem system, Map<Port, Proxy> proxies) {
        this.system = system;
        this.proxies = proxies;
    }

    /** Returns the faults whose names contain the text. Throws {@link Refusal} if there are none. */
    List<Fault> named(String part) {
        List<Fault> named =
                all().stream().filter(fault -> fault.name().contains(part)).toList();
        if (named.isEmpty()) {
            throw new Refusal("FAULT=%s is in no name of a fault.".formatted(part));
        }
        return named;
    }

    private List<Fault> all() {
        List<Fault> faults = new ArrayList<>();
        for (String part : parts()) {
            faults.add(new Fault(
                    part + " killed and restarted", () -> system.kill(part), Duration.ZERO, () -> system.start(part)));
        }
        for (String part : parts()) {
            faults.add(
                    new Fault(part + " paused for 5 s", () -> signal(part, "STOP"), PAUSE, () -> signal(part, "CONT")));
        }
        faults.add(fullPool());
        faults.add(LockedMember.fault(system));
        proxies.forEach((port, proxy) -> {
            faults.add(new Fault(name(port) + " cut off for 5 s", proxy::cut, PAUSE, proxy::restore));
            faults.add(new Fault(name(port) + " silent for 5 s", proxy::silence, PAUSE, proxy::restore));
        });
        return faults;
    }

    /**
     * All statements of schedule-service on the locked table wait for the lock, and hold their connections meanwhile.
     */
    private Fault fullPool() {
        Lock lock = new Lock(system);
        return new Fault("schedule-service's pool full for 5 s", lock::acquire, PAUSE, lock::release);
    }

    private void signal(String part, String signal) {
        ProcessHandle process = system.process(part);
        Stream.concat(Stream.of(process), process.descendants()).forEach(each -> Processes.signal(each, signal));
    }

    private static List<String> parts() {
        return Stream.concat(
                        Arrays.stream(ServiceModule.values()).map(ServiceModule::module),
                        Stream.of(PostgresStore.NAME, RedisStore.NAME))
                .toList();
    }

    private static String name(Port port) {
        return "way to " + port.name().toLowerCase(Locale.ROOT) + "-service";
    }

    /** An exclusive lock on a table. Other connections can neither read nor write the table. */
    private static final class Lock {

        private final HaruSystem system;
        private final List<Connection> held = new ArrayList<>();

        Lock(HaruSystem system) {
            this.system = system;
        }

        void acquire() throws Exception {
            Connection connection = system.connectAsAdmin();
            held.add(connection);
            connection.setAutoCommit(false);
            try (Statement statement = connection.createStatement()) {
                statement.execute("lock table schedule.schedule in access exclusive mode");
            }
        }

        void release() throws Exception {
            for (Connection connection : held) {
                connection.close();
            }
            held.clear();
        }
    }
}
