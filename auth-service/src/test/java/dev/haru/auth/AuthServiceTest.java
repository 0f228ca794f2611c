package dev.haru.auth;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.auth.outbox.RelayDriver;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.platform.test.OnEmbeddedRedis;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ThreadLocalRandom;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.boot.webmvc.test.autoconfigure.MockMvcBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ContextConfiguration;

/** Starts the whole service on the real database, with fake upstream services and a clock that tests move. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        properties = {
            "haru.outbox.poll=1d", // tests call the relay themselves
            "haru.outbox.measure=1d",
            "haru.session.cleanup.first=1d", // tests call the clean-up themselves, too
            "haru.security-event.first=1d",
            "haru.erasure.interval=1d",
            // Long time-outs: on a busy machine, a cold start would otherwise end in time-outs that are not under test.
            "spring.mvc.async.request-timeout=60s",
            "haru.password.governor.max-wait=60s",
            // Tests solve many challenges; their difficulty is not under test.
            "haru.login-guard.challenge.easiest=1000",
            "haru.login-guard.challenge.hardest=16000",
            // The tests of all classes send the same wrong password within one minute of the test clock.
            "haru.login-guard.spraying.password=1000",
            "haru.login-guard.spraying.all=10000",
            "spring.datasource.hikari.connection-timeout=20000",
            "spring.datasource.hikari.data-source-properties.options=-c statement_timeout=20s",
            "spring.cloud.openfeign.client.config.member-service.connect-timeout=20000",
            "spring.cloud.openfeign.client.config.member-service.read-timeout=20000"
        })
@AutoConfigureMockMvc
@OnEmbeddedPostgres
@OnEmbeddedRedis
@ContextConfiguration(initializers = FakeService.Initializer.class)
@Import({AuthServiceTest.TestClock.class, AuthServiceTest.ManyClients.class, AuthCalls.class, RelayDriver.class})
public @interface AuthServiceTest {

    /** Gives each request its own address unless the test sets one, so that the login guard does not block tests. */
    @TestConfiguration(proxyBeanMethods = false)
    class ManyClients {

        @Bean
        MockMvcBuilderCustomizer fromManyAddresses() {
            return mockMvc -> mockMvc.defaultRequest(get("/").with(request -> {
                if (request.getRemoteAddr().equals("127.0.0.1")) {
                    ThreadLocalRandom random = ThreadLocalRandom.current();
                    request.setRemoteAddr(
                            "10.%d.%d.%d".formatted(random.nextInt(256), random.nextInt(256), random.nextInt(256)));
                }
                return request;
            }));
        }
    }

    @TestConfiguration(proxyBeanMethods = false)
    class TestClock {

        @Bean
        @Primary
        MovableClock movableClock() {
            return new MovableClock(Instant.now().truncatedTo(ChronoUnit.MILLIS));
        }

        @Bean
        Ticker ticker(MovableClock clock) {
            return clock::nanos;
        }
    }
}
