package dev.haru.gateway;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * A gateway for one test class, for cases in which the shared gateway of {@link GatewayTest} does not fit: several
 * gateways at once, other limits, a Redis that stops. It trusts {@code X-Forwarded-For}, so that a test can act as many
 * clients.
 */
public final class RunningGateway implements AutoCloseable {

    private static final HttpClient client = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    private RunningGateway(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /**
     * Starts a gateway on this Redis.
     *
     * @param properties properties as {@code name=value}; they override the properties that all these gateways have
     */
    public static RunningGateway on(String redisUrl, String... properties) {
        Map<String, String> arguments = new LinkedHashMap<>();
        Stream.concat(
                        Stream.of(
                                "server.port=0",
                                "management.server.port=-1",
                                "REDIS_URL=" + redisUrl,
                                "AUTH_URL=" + FakeServices.auth.baseUrl(),
                                "MEMBER_URL=" + FakeServices.member.baseUrl(),
                                "SCHEDULE_URL=" + FakeServices.schedule.baseUrl(),
                                "TRUSTED_PROXIES=127.0.0.1,::1",
                                // The gateway would fetch the documents of the fake services until the JVM ends.
                                "DOCS_ENABLED=false"),
                        Stream.of(properties))
                .map(property -> property.split("=", 2))
                .forEach(property -> arguments.put(property[0], property[1]));
        return new RunningGateway(new SpringApplicationBuilder(Gateway.class)
                .run(arguments.entrySet().stream()
                        .map(argument -> "--" + argument.getKey() + "=" + argument.getValue())
                        .toArray(String[]::new)));
    }

    /** Returns a request to this path from this client address. */
    public HttpRequest.Builder from(String address, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
                .header("X-Forwarded-For", address);
    }

    /** Sends the request and returns the response. */
    public HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Returns whether the response arrives before the time-out of the request. If not, the client disconnects. */
    public boolean completesInTime(HttpRequest.Builder request) {
        try {
            client.send(request.build(), HttpResponse.BodyHandlers.ofString());
            return true;
        } catch (HttpTimeoutException late) {
            return false;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Sends the request this many times at once and returns the responses. */
    public List<HttpResponse<String>> sendAll(int times, HttpRequest.Builder request) {
        return join(start(times, request));
    }

    /**
     * Sends the request this many times at once and returns the responses to come. Each request has a new connection,
     * because Netty gives every event loop an equal share of new connections only.
     */
    public List<CompletableFuture<HttpResponse<String>>> start(int times, HttpRequest.Builder request) {
        HttpClient newConnections = HttpClient.newHttpClient();
        List<CompletableFuture<HttpResponse<String>>> responses = IntStream.range(0, times)
                .mapToObj(_ -> newConnections.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()))
                .toList();
        // Ends the client after the last response.
        newConnections.shutdown();
        return responses;
    }

    /** Waits for the responses. */
    public static List<HttpResponse<String>> join(List<CompletableFuture<HttpResponse<String>>> responses) {
        return responses.stream().map(CompletableFuture::join).toList();
    }

    /** Waits until this many of the responses have arrived. */
    public static void awaitArrived(int count, List<CompletableFuture<HttpResponse<String>>> responses) {
        await().until(() -> responses.stream().filter(CompletableFuture::isDone).count() >= count);
    }

    /** Returns a bean of the gateway. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** Returns the application context, to which a test can send events. */
    public ApplicationContext context() {
        return context;
    }

    public int port() {
        return context.getBean(Environment.class).getRequiredProperty("local.server.port", Integer.class);
    }

    /**
     * Does nothing, so the gateway runs until the JVM ends. A shutdown would also end the event loops of the shared
     * gateway.
     */
    @Override
    public void close() {}
}
