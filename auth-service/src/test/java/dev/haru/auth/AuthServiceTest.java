package dev.haru.auth;

import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.auth.email.EmailFixture;
import dev.haru.auth.mail.MailFixture;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.auth.outbox.RelayDriver;
import dev.haru.auth.recovery.RecoveryCalls;
import dev.haru.auth.session.CleanupDriver;
import dev.haru.auth.totp.FactorCalls;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.boot.webmvc.test.autoconfigure.MockMvcBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ContextConfiguration;

/**
 * Starts the whole service on the real database, with a clock that tests move. Its fake upstream services accept every
 * request at the start of each test.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        properties = {
            // Tests solve many challenges; their difficulty is not under test.
            "haru.login-guard.challenge.easiest=1000",
            "haru.login-guard.challenge.hardest=16000",
            // The tests of all classes send the same wrong password within one minute of the test clock.
            "haru.login-guard.spraying.password=1000",
            "haru.login-guard.spraying.all=10000",
            // The outages of one test must not open the circuit breaker for the next.
            "haru.upstream.breaker.window=10000",
            "haru.upstream.breaker.minimum-calls=10000"
        })
@AutoConfigureMockMvc
@OnEmbeddedPostgres
@OnEmbeddedRedis
@ContextConfiguration(initializers = {FakeService.Initializer.class, MailServer.Initializer.class})
@ExtendWith(FakeService.AcceptBeforeEach.class)
@Import({
    AuthServiceTest.TestClock.class,
    AuthServiceTest.ManyClients.class,
    AuthCalls.class,
    AccountFixture.class,
    EmailFixture.class,
    FactorCalls.class,
    RecoveryCalls.class,
    RelayDriver.class,
    CleanupDriver.class,
    MailFixture.class,
    Mailboxes.class
})
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
