package dev.haru.platform.drain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.haru.platform.ServiceDefaults;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;

class DrainTests {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @Test
    void serverInShutdownRespondsAndClosesConnections() throws Exception {
        ConfigurableApplicationContext service = start("1m");
        HttpRequest request = request(service);
        assertThat(connection(request)).isEmpty();

        Thread end = Thread.ofPlatform().start(service::close);
        await().untilAsserted(() -> assertThat(connection(request)).hasValue("close"));
        assertThat(end.isAlive()).isTrue();

        end.interrupt();
        end.join();
        assertThatThrownBy(() -> connection(request)).isInstanceOf(ConnectException.class);
    }

    @Test
    void serverWithoutAPeriodStopsAtOnce() {
        ConfigurableApplicationContext service = start("0s");
        Drain drain = service.getBean(Drain.class);

        service.close();

        assertThat(drain.hasBegun()).isFalse();
    }

    private static ConfigurableApplicationContext start(String period) {
        return new SpringApplicationBuilder(Service.class)
                .run(
                        "--server.port=0",
                        "--haru.drain.period=" + period,
                        "--spring.application.name=thing-service",
                        "--haru.service.name=thing-service",
                        "--haru.service.secret=own-secret-0123456789");
    }

    private static HttpRequest request(ConfigurableApplicationContext service) {
        String port = service.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://localhost:" + port + "/anything"))
                .build();
    }

    private static Optional<String> connection(HttpRequest request) throws Exception {
        HttpResponse<Void> answer = HTTP.send(request, BodyHandlers.discarding());
        return answer.headers().firstValue("Connection");
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    @ServiceDefaults
    static class Service {

        @Bean
        OpaqueTokenIntrospector introspector() {
            return _ -> {
                throw new BadOpaqueTokenException("unknown");
            };
        }
    }
}
