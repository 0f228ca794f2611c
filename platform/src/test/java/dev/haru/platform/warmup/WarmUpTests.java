package dev.haru.platform.warmup;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.ServiceDefaults;
import dev.haru.platform.security.InternalCall;
import dev.haru.platform.token.TokenFormat;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.availability.ApplicationAvailability;
import org.springframework.boot.availability.ReadinessState;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.http.HttpStatus;
import org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.core.OAuth2AuthenticatedPrincipal;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

@ExtendWith(OutputCaptureExtension.class)
class WarmUpTests {

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @Test
    void readinessFollowsThePlateau(CapturedOutput output) {
        try (ConfigurableApplicationContext service = start()) {
            assertThat(output).contains(": a call takes ").doesNotContain("warm-up incomplete");
            assertThat(rounds(output)).isGreaterThanOrEqualTo(4);
            assertThat(service.getBean(Scenario.class).states).containsOnly(ReadinessState.REFUSING_TRAFFIC);
            assertThat(state(service)).isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    @Test
    void readinessFollowsTheTimeLimitWithAWarning(CapturedOutput output) {
        try (ConfigurableApplicationContext service =
                start("--haru.warm-up.rounds=1000000", "--haru.warm-up.time-limit=500ms")) {
            assertThat(output).contains("warm-up incomplete after").contains("the service becomes ready");
            assertThat(state(service)).isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    @Test
    void readinessFollowsAFailedWarmUp(CapturedOutput output) {
        // The warm-up lasts until the time limit, which must leave the first call time to return on a busy machine.
        try (ConfigurableApplicationContext service = start("--test.status=418", "--haru.warm-up.time-limit=30s")) {
            assertThat(output).contains("GET /thing returned 200");
            assertThat(state(service)).isEqualTo(ReadinessState.ACCEPTING_TRAFFIC);
        }
    }

    @Test
    void beforeCallsRunsWithinAnyTimeLimit(CapturedOutput output) {
        try (ConfigurableApplicationContext service = start("--haru.warm-up.time-limit=5ms")) {
            assertThat(output).contains("and 0 rounds, the service becomes ready");
            assertThat(service.getBean(Scenario.class).states).isNotEmpty();
        }
    }

    @Test
    void availableUpstreamIsCalledInEachPass(CapturedOutput output) {
        try (ConfigurableApplicationContext service = start()) {
            assertThat(service.getBean(Upstream.class).lookups).hasValueGreaterThan(2 * rounds(output));
        }
    }

    @Test
    void unavailableUpstreamIsCalledOncePerThreadAndRound(CapturedOutput output) {
        try (ConfigurableApplicationContext service = start("--test.upstream=unavailable")) {
            assertThat(output).doesNotContain("warm-up incomplete");
            // A pause of the machine can fail a round before or after its call. Each round has threads of its own.
            assertThat(service.getBean(Upstream.class).lookups.get())
                    .isPositive()
                    .isBetween(
                            2 * rounds(output),
                            service.getBean(Scenario.class).threads.size());
        }
    }

    @Test
    void secretIsAcceptedFromThisProcessDuringWarmUpOnly() throws Exception {
        try (ConfigurableApplicationContext service = start()) {
            Scenario scenario = service.getBean(Scenario.class);
            String secret = service.getBean(Things.class).secret;

            assertThat(scenario.guesses).as("a guess while it warms up").containsOnly(401);
            assertThat(scenario.fromOutside)
                    .as("the secret over another address")
                    .allMatch(status -> status == 401);
            assertThat(secret).isNotEmpty();
            assertThat(call("127.0.0.1", port(service), "/thing", secret)).isEqualTo(401);
            assertThat(call("127.0.0.1", port(service), "/internal/thing", secret))
                    .isEqualTo(403);
        }
    }

    private static int rounds(CapturedOutput output) {
        return Pattern.compile("warm-up completed after .* and (\\d+) rounds")
                .matcher(output)
                .results()
                .mapToInt(match -> Integer.parseInt(match.group(1)))
                .reduce(0, (_, last) -> last);
    }

    private static ReadinessState state(ConfigurableApplicationContext service) {
        return service.getBean(ApplicationAvailability.class).getReadinessState();
    }

    private static int port(ConfigurableApplicationContext service) {
        return service.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
    }

    private static int call(String host, int port, String path, String secret) throws Exception {
        return HTTP.send(
                        HttpRequest.newBuilder(URI.create("http://" + host + ":" + port + path))
                                .header("X-Warm-Up", secret)
                                .header("Authorization", "Bearer " + secret)
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
    }

    private static ConfigurableApplicationContext start(String... properties) {
        List<String> arguments = new ArrayList<>(List.of(
                "--haru.service.name=thing-service",
                "--haru.service.secret=own-secret-0123456789",
                "--haru.warm-up.calls=20",
                "--server.port=0"));
        arguments.addAll(List.of(properties));
        if (Stream.of(properties).noneMatch(property -> property.contains("time-limit"))) {
            arguments.add("--haru.warm-up.time-limit=10m"); // long enough for a busy machine
        }
        return new SpringApplicationBuilder(ThingService.class).run(arguments.toArray(String[]::new));
    }

    @SpringBootConfiguration
    @EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
    @ServiceDefaults
    static class ThingService {

        @Bean
        Things things() {
            return new Things();
        }

        @Bean
        Scenario scenario(
                ApplicationAvailability availability,
                Things things,
                ConfigurableApplicationContext context,
                @Value("${test.status:200}") int status) {
            return new Scenario(availability, things, context, status);
        }

        @Bean
        Upstream upstream(Things things, @Value("${test.upstream:available}") String state) {
            return new Upstream(things, state.equals("unavailable"));
        }
    }

    static final class Upstream implements OpaqueTokenIntrospector {

        private final Things things;
        private final boolean unavailable;
        private final AtomicInteger lookups = new AtomicInteger();

        Upstream(Things things, boolean unavailable) {
            this.things = things;
            this.unavailable = unavailable;
        }

        @Override
        public OAuth2AuthenticatedPrincipal introspect(String token) {
            // Tokens that the scenario sends in its calls from outside do not count.
            if (TokenFormat.isWellFormed(TokenFormat.ACCESS, token) && !token.equals(things.secret)) {
                lookups.incrementAndGet();
                if (unavailable) {
                    throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE);
                }
            }
            throw new BadOpaqueTokenException("unknown token");
        }
    }

    @RestController
    static class Things {

        private volatile String secret = "";

        @InternalCall(client = "client-service", warmUp = true)
        @GetMapping({"/thing", "/internal/thing"})
        String thing(@RequestHeader("X-Warm-Up") String passed) {
            secret = passed;
            return "thing";
        }
    }

    static final class Scenario implements UserWarmUpScenario {

        private final ApplicationAvailability availability;
        private final Things things;
        private final ConfigurableApplicationContext context;
        private final int status;
        private final List<ReadinessState> states = new ArrayList<>();
        private final Set<Thread> threads = new HashSet<>();
        private final List<Integer> guesses = new ArrayList<>();
        private final List<Integer> fromOutside = new ArrayList<>();

        Scenario(
                ApplicationAvailability availability,
                Things things,
                ConfigurableApplicationContext context,
                int status) {
            this.availability = availability;
            this.things = things;
            this.context = context;
            this.status = status;
        }

        @Override
        public OAuth2AuthenticatedPrincipal warmUpUser() {
            return new DefaultOAuth2AuthenticatedPrincipal(
                    Map.of("sub", UUID.randomUUID().toString()), List.of());
        }

        @Override
        public List<WarmUpCall> calls() {
            return List.of(
                    WarmUpCall.read("/thing", status),
                    WarmUpCall.anonymousRead("/internal/thing", 200),
                    WarmUpCall.anonymousRead("/thing", 401),
                    WarmUpCall.readWithUnknownToken("/thing"));
        }

        @Override
        public synchronized void beforeCalls() {
            states.add(availability.getReadinessState());
            threads.add(Thread.currentThread());
            try {
                int port = context.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
                guesses.add(call("127.0.0.1", port, "/thing", "hru_" + "a".repeat(49)));
                String host = otherAddress();
                if (host != null) {
                    fromOutside.add(call(host, port, "/thing", things.secret));
                }
            } catch (Exception failure) {
                throw new IllegalStateException(failure);
            }
        }

        /** A network address of this machine other than loopback; null if it has none. */
        private static @Nullable String otherAddress() throws Exception {
            Optional<InetAddress> address = NetworkInterface.networkInterfaces()
                    .flatMap(NetworkInterface::inetAddresses)
                    .filter(one -> !one.isLoopbackAddress() && one.getAddress().length == 4)
                    .findFirst();
            return address.map(InetAddress::getHostAddress).orElse(null);
        }
    }
}
