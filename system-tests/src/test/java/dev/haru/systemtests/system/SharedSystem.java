package dev.haru.systemtests.system;

import dev.haru.local.HaruSystem;
import dev.haru.local.Settings;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.platform.engine.support.descriptor.ClassSource;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.TestPlan;

/**
 * One system for all tests of this JVM, from the packaged services. It starts while the tests without a system run.
 * After a failed start, each test that needs the system fails without another start.
 */
public final class SharedSystem implements ParameterResolver, TestExecutionListener {

    static final RunDirectory DIRECTORY = new RunDirectory(Path.of("target", "system-tests"));

    private static final int SCHEDULES = 2;
    private static final Duration LIMIT = Duration.ofMinutes(15);

    private static final AtomicReference<@Nullable CompletableFuture<Running>> STARTED = new AtomicReference<>();

    @Override
    public void testPlanExecutionStarted(TestPlan plan) {
        Predicate<TestIdentifier> needsSystem = test -> test.getSource()
                .filter(ClassSource.class::isInstance)
                .map(source -> ((ClassSource) source).getJavaClass())
                .filter(type -> type.isAnnotationPresent(SystemTest.class))
                .isPresent();
        if (plan.countTestIdentifiers(needsSystem) > 0) {
            STARTED.set(CompletableFuture.supplyAsync(SharedSystem::start, Thread.ofPlatform()::start));
        }
    }

    @Override
    public void testPlanExecutionFinished(TestPlan plan) {
        CompletableFuture<Running> started = STARTED.get();
        if (started == null) {
            return;
        }
        try {
            started.join().close();
        } catch (CompletionException failedStart) {
            // each test that needed the system has reported it
        }
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> type = parameter.getParameter().getType();
        return type == HaruSystem.class || type == Client.class || type == DelayProxies.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Running running = Objects.requireNonNull(STARTED.get(), "no test plan has started")
                .join();
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
                new Settings(repository, DIRECTORY, ports, true, SCHEDULES, true, true, proxies.urls()),
                Progress.silent());
        Running running = new Running(system, proxies);
        try {
            system.start();
            awaitAllServices(new Client(system.gatewayUrl()));
            awaitDemoTemplates(new Client(system.gatewayUrl()));
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
                .atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> {
                    Client member = client.signedUp();
                    return member.get("/v1/members/me").status() == 200
                            && member.get("/v1/schedules").status() == 200;
                });
    }

    /** Waits until the first page shows the demo templates, because the ranking is refreshed in the background. */
    private static void awaitDemoTemplates(Client client) {
        Awaitility.await("the demo templates on the first page")
                .atMost(LIMIT)
                .ignoreExceptions()
                .until(() -> {
                    Answer page = client.get("/v1/templates/first-page");
                    return !page.text("/bestRated/0/templateId").isEmpty()
                            && page.json().at("/mostAdopted/0/adoptions").asInt(0) > 0;
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
}
