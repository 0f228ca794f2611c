package dev.haru.local;

import dev.haru.local.demo.DemoData;
import dev.haru.local.mail.MailInbox;
import dev.haru.local.port.Port;
import dev.haru.local.port.PortCheck;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Progress;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.process.Secrets;
import dev.haru.local.service.ClassCache;
import dev.haru.local.service.JavaCommand;
import dev.haru.local.service.LatencyPage;
import dev.haru.local.service.ServiceEnvironment;
import dev.haru.local.service.ServiceImage;
import dev.haru.local.service.ServiceJar;
import dev.haru.local.service.ServiceModule;
import dev.haru.local.service.ServiceProcess;
import dev.haru.local.service.Tracing;
import dev.haru.local.service.TracingAgent;
import dev.haru.local.store.PostgresStart;
import dev.haru.local.store.PostgresStore;
import dev.haru.local.store.RedisStart;
import dev.haru.local.store.RedisStore;
import dev.haru.local.store.StoreBinaries;
import dev.haru.platform.database.DatabaseBootstrap;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/**
 * Starts the system in steps: it unpacks the binaries, starts the stores, then starts the services and loads the demo
 * data.
 *
 * <p>Longer than 120 lines because it keeps the steps of a start in their order.
 */
final class Startup {

    private final Settings settings;
    private final RunDirectory directory;
    private final Progress progress;
    private final Tasks tasks;
    private final RunningParts parts;
    private final Secrets secrets;
    private final TracingAgent agent;
    private final @Nullable Tracing tracing;
    private final ServiceEnvironment environment;
    private volatile @Nullable StoreBinaries binaries;
    private volatile @Nullable MailInbox inbox;
    private final Map<ServiceModule, ServiceImage> images = new ConcurrentSkipListMap<>();

    Startup(Settings settings, Progress progress, Tasks tasks, RunningParts parts) {
        this.settings = settings;
        this.directory = settings.directory();
        this.progress = progress;
        this.tasks = tasks;
        this.parts = parts;
        this.secrets = Secrets.in(directory.secrets());
        this.agent = TracingAgent.of(settings.repository());
        this.tracing = settings.traced() ? Tracing.of(agent, settings.repository(), directory) : null;
        this.environment = new ServiceEnvironment(
                settings.ports(),
                settings.proxyUrls(),
                secrets,
                PostgresStore.url(settings.ports().number(Port.POSTGRES)),
                tracing,
                !settings.shortLived());
    }

    void checkPackaged() {
        for (ServiceModule module : ServiceModule.values()) {
            ServiceJar.find(settings.repository(), module);
        }
        agent.checkBuilt();
        if (settings.showsTraces()) {
            LatencyPage.checkPackaged(settings.repository());
        }
    }

    void checkPorts() {
        PortCheck.refuseTaken(
                settings.ports(),
                settings.showsTraces() ? EnumSet.allOf(Port.class) : EnumSet.complementOf(EnumSet.of(Port.LATENCY)));
    }

    void startAll() {
        try (Reminder _ = Reminder.of(progress)) {
            binaries = StoreBinaries.unpack(directory);
            // A store becomes a daemon while it starts. An interrupted start would leave a daemon that no launcher
            // stops.
            tasks.allUninterrupted(List.of(this::startPostgres, this::startRedis));
            startInbox();
            prepareDatabase();
            tasks.all(each(this::unpack));
            tasks.all(each(this::startService));
            if (settings.showsTraces()) {
                tasks.all(List.of(this::startLatencyPage));
            }
            if (settings.demo()) {
                loadDemoData();
            }
        }
    }

    /** Starts a store or a service by its name. Call it only after {@link #startAll}. */
    void start(String part) throws InterruptedException {
        switch (part) {
            case PostgresStore.NAME -> startPostgres();
            case RedisStore.NAME -> startRedis();
            case LatencyPage.NAME -> startLatencyPage();
            default -> startService(ServiceModule.named(part));
        }
    }

    void startService(ServiceModule module) throws InterruptedException {
        ServiceImage image = images.get(module);
        if (image == null) {
            throw new IllegalStateException(module.module() + " was not unpacked");
        }
        try (Progress.Step step = progress.begin(module.module(), "starting on " + environment.url(module))) {
            parts.adopt(ServiceProcess.start(image, flags(image), directory, environment))
                    .awaitReady();
            step.done("ready");
        }
    }

    /** Records missing class caches in the background. Call it only after {@link #startAll}. */
    void recordClassCaches() {
        if (!settings.shortLived()) {
            new CacheTraining(settings, progress, tasks, parts.running(PostgresStore.class), secrets, images.values())
                    .start();
        }
    }

    private void startLatencyPage() throws InterruptedException {
        try (Progress.Step step = progress.begin(LatencyPage.NAME, "starting on " + address(Port.LATENCY))) {
            parts.adopt(LatencyPage.start(settings.repository(), directory, settings.ports()))
                    .awaitReady();
            step.done("ready");
        }
    }

    String operatorCredential() {
        return "operator:" + secrets.get("operator");
    }

    String databasePassword(String schema) {
        String password = environment.passwordBySchema().get(schema);
        if (password == null) {
            throw new IllegalArgumentException("no service owns the schema " + schema);
        }
        return password;
    }

    private void startPostgres() {
        try (Progress.Step step = progress.begin(PostgresStore.NAME, "starting on " + address(Port.POSTGRES))) {
            int port = settings.ports().number(Port.POSTGRES);
            parts.adopt(new PostgresStart(unpacked(), directory, port, secrets).start());
            step.done("ready");
        }
    }

    private void startRedis() {
        try (Progress.Step step = progress.begin(RedisStore.NAME, "starting on " + address(Port.REDIS))) {
            parts.adopt(new RedisStart(unpacked(), directory, settings.ports().number(Port.REDIS)).start());
            step.done("ready");
        }
    }

    private void startInbox() {
        Ports ports = settings.ports();
        inbox = MailInbox.start(ports.number(Port.SMTP), ports.number(Port.MAIL));
    }

    /** Stops the inbox, which runs in this process. The other parts are {@link RunningParts}. */
    void closeInbox() {
        MailInbox started = inbox;
        if (started != null) {
            started.close();
        }
    }

    private StoreBinaries unpacked() {
        return Objects.requireNonNull(binaries, "the stores were not unpacked");
    }

    private void prepareDatabase() {
        try (Connection admin = parts.running(PostgresStore.class).connect()) {
            DatabaseBootstrap.run(admin, environment.passwordBySchema());
        } catch (SQLException e) {
            throw new IllegalStateException("cannot prepare the database", e);
        }
    }

    private void unpack(ServiceModule module) {
        images.put(module, ServiceImage.of(ServiceJar.find(settings.repository(), module), agent, directory));
    }

    private void loadDemoData() {
        try (Progress.Step step = progress.begin("Demo data", "loading");
                Connection admin = parts.running(PostgresStore.class).connect()) {
            DemoData.load(admin, settings.schedules());
            step.done("there");
        } catch (SQLException e) {
            throw new IllegalStateException("cannot load the demo data", e);
        }
    }

    private List<String> flags(ServiceImage image) {
        List<String> flags = new ArrayList<>();
        if (settings.shortLived()) {
            flags.addAll(JavaCommand.SHORT_LIVED);
        } else {
            flags.addAll(new ClassCache(image).flags());
        }
        if (tracing != null) {
            flags.addAll(tracing.flags());
        }
        return flags;
    }

    private String address(Port port) {
        return "127.0.0.1:" + settings.ports().number(port);
    }

    private static List<Tasks.Task> each(ModuleTask task) {
        return Arrays.stream(ServiceModule.values())
                .<Tasks.Task>map(module -> () -> task.run(module))
                .toList();
    }

    private interface ModuleTask {
        void run(ServiceModule module) throws Exception;
    }
}
