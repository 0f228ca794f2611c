package dev.haru.local;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.haru.local.process.RunDirectory;
import dev.haru.local.service.AgentFixture;
import dev.haru.local.service.ServiceImage;
import dev.haru.local.service.ServiceJar;
import dev.haru.local.service.ServiceModule;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/**
 * A service that starts in moments. Its jar unpacks itself like a jar of Spring Boot. The service is ready at once, and
 * answers each request of the {@link TrainingScenario} as the gateway does.
 */
final class StubService {

    private static final Set<String> CREATING = Set.of("/v1/auth/user/register", "/v1/schedules");

    /** What the service does after its start. */
    enum Behaviour {
        SERVES,
        FAILS,
        HANGS
    }

    private StubService() {}

    /** Packages the service and unpacks it. */
    static ServiceImage image(ServiceModule module, Behaviour behaviour, RunDirectory directory) throws IOException {
        Path jar = directory.root().resolve(module.module() + ".jar");
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, StubService.class.getName());
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream content = new JarOutputStream(out, manifest)) {
            content.putNextEntry(new JarEntry(behaviour.name()));
            for (Class<?> type : Set.of(StubService.class, Behaviour.class)) {
                String file = type.getName().replace('.', '/') + ".class";
                content.putNextEntry(new JarEntry(file));
                try (InputStream in = Objects.requireNonNull(type.getResourceAsStream("/" + file))) {
                    in.transferTo(content);
                }
            }
        }
        return ServiceImage.of(new ServiceJar(module, jar), AgentFixture.agent(), directory);
    }

    /** The command line is {@code extract --destination <directory>}, or empty to run the service. */
    public static void main(String[] arguments) throws Exception {
        if (arguments.length > 0) {
            Path jar = Path.of(System.getProperty("java.class.path"));
            Path destination = Files.createDirectories(Path.of(arguments[arguments.length - 1]));
            Files.copy(jar, destination.resolve(jar.getFileName()));
        } else if (is(Behaviour.FAILS)) {
            System.exit(1);
        } else if (is(Behaviour.HANGS)) {
            Thread.currentThread().join();
        } else {
            listen("SERVER_PORT");
            listen("MANAGEMENT_PORT");
        }
    }

    private static boolean is(Behaviour behaviour) {
        return StubService.class.getResource("/" + behaviour) != null;
    }

    private static void listen(String variable) throws IOException {
        int port = Integer.parseInt(Objects.requireNonNull(System.getenv(variable)));
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
        server.createContext("/", StubService::answer);
        server.start();
    }

    private static void answer(HttpExchange exchange) throws IOException {
        boolean created = exchange.getRequestMethod().equals("POST")
                && CREATING.contains(exchange.getRequestURI().getPath());
        byte[] body = "{\"token\":\"hru_stub\"}".getBytes(UTF_8);
        exchange.sendResponseHeaders(created ? 201 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.getResponseBody().close();
    }
}
