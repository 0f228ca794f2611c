package dev.haru.gateway;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.Environment;

/**
 * A gateway of a test's own, for what {@link GatewayTest}'s shared one cannot show: several at once, other limits, a
 * Redis that stops. It believes {@code X-Forwarded-For}, so that a test can be many clients.
 */
public final class RunningGateway implements AutoCloseable {

    private static final HttpClient client = HttpClient.newHttpClient();

    private final ConfigurableApplicationContext context;

    private RunningGateway(ConfigurableApplicationContext context) {
        this.context = context;
    }

    /** Starts one on this Redis with these properties, {@code name=value}. */
    public static RunningGateway on(String redisUrl, String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--server.port=0",
                "--management.server.port=-1",
                "--REDIS_URL=" + redisUrl,
                "--AUTH_URL=" + FakeServices.auth.baseUrl(),
                "--MEMBER_URL=" + FakeServices.member.baseUrl(),
                "--SCHEDULE_URL=" + FakeServices.schedule.baseUrl(),
                "--TRUSTED_PROXIES=127.0.0.1,::1"));
        Stream.of(properties).map(property -> "--" + property).forEach(arguments::add);
        return new RunningGateway(new SpringApplicationBuilder(Gateway.class).run(arguments.toArray(String[]::new)));
    }

    /** The request to this path as from this address. */
    public HttpRequest.Builder from(String address, String path) {
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port() + path))
                .header("X-Forwarded-For", address);
    }

    /** The answer to it. */
    public HttpResponse<String> answer(HttpRequest.Builder request) {
        try {
            return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    /** Whether it is answered before its time-out; if not, the client is gone. */
    public boolean isAnswered(HttpRequest.Builder request) {
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

    /** The answers to so many of it, all sent at once. */
    public List<HttpResponse<String>> answers(int times, HttpRequest.Builder request) {
        return IntStream.range(0, times)
                .mapToObj(_ -> client.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString()))
                .toList()
                .stream()
                .map(CompletableFuture::join)
                .toList();
    }

    /** A bean of its. */
    public <T> T bean(Class<T> type) {
        return context.getBean(type);
    }

    /** The application itself, for its events. */
    public ApplicationContext context() {
        return context;
    }

    public int port() {
        return context.getBean(Environment.class).getRequiredProperty("local.server.port", Integer.class);
    }

    /** Leaves it to the end of the JVM: its own would end the event loops that the shared gateway runs on as well. */
    @Override
    public void close() {}
}
