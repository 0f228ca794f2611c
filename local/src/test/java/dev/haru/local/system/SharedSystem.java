package dev.haru.local.system;

import dev.haru.local.HaruSystem;
import dev.haru.local.Settings;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** One system for all tests of this JVM, started from the packaged services when the first test needs it. */
final class SharedSystem implements ParameterResolver {

    static final RunDirectory DIRECTORY = new RunDirectory(Path.of("target", "system-tests"));

    private static final int SCHEDULES = 2;
    private static final Duration START_LIMIT = Duration.ofMinutes(5);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == HaruSystem.class || type == Client.class || type == DelayProxies.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Running running = context.getRoot()
                .getStore(Namespace.GLOBAL)
                .computeIfAbsent(Outcome.class, _ -> Outcome.ofStart(), Outcome.class)
                .running();
        Class<?> type = parameter.getParameter().getType();
        if (type == Client.class) {
            return new Client(running.system().gatewayUrl());
        }
        return type == DelayProxies.class ? running.proxies() : running.system();
    }

    private static Running start() {
        DIRECTORY.deleteData();
        RunDirectory.deleteTree(DIRECTORY.traces());
        Path repository = Path.of("..").toAbsolutePath().normalize();
        Ports ports = Ports.free();
        DelayProxies proxies = DelayProxies.of(ports);
        HaruSystem system = new HaruSystem(
                new Settings(repository, DIRECTORY, ports, true, SCHEDULES, true, true, proxies.urls(), START_LIMIT),
                Progress.silent());
        Running running = new Running(system, proxies);
        try {
            system.start();
            awaitAllServices(new Client(system.gatewayUrl()));
            return running;
        } catch (RuntimeException e) {
            running.close();
            throw e;
        }
    }

    /**
     * Waits until all services have served a new member. A system that has just started may return 503 at first. A
     * client service that found an upstream service unavailable does not call it for a while.
     */
    static void awaitAllServices(Client client) {
        Awaitility.await("a journey over all services")
                .atMost(START_LIMIT)
                .ignoreExceptions()
                .until(() -> {
                    Client member = client.signedUp();
                    return member.get("/v1/members/me").status() == 200
                            && member.get("/v1/schedules").status() == 200;
                });
    }

    /** The system, and the proxies between its services. */
    private record Running(HaruSystem system, DelayProxies proxies) implements AutoCloseable {

        @Override
        public void close() {
            system.close();
            proxies.close();
        }
    }

    /** The result of the start. After a failure, further tests fail without another start. */
    private record Outcome(
            @Nullable Running started, @Nullable RuntimeException failure) implements AutoCloseable {

        static Outcome ofStart() {
            try {
                return new Outcome(start(), null);
            } catch (RuntimeException e) {
                return new Outcome(null, e);
            }
        }

        Running running() {
            if (started == null) {
                throw new IllegalStateException("the system did not start", failure);
            }
            return started;
        }

        @Override
        public void close() {
            if (started != null) {
                started.close();
            }
        }
    }
}
