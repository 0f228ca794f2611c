package dev.haru.auth;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.platform.test.OnEmbeddedRedis;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.ContextConfiguration;

/** The whole service on the real database, with a stand-in for member-service and a clock that tests move. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        properties = {
            "haru.outbox.poll=1d", // tests call the relay themselves
            // Patience: on a busy machine a cold start would else end in time-outs that these tests are not about.
            "spring.mvc.async.request-timeout=60s",
            "haru.password.governor.max-wait=60s",
            "spring.datasource.hikari.connection-timeout=20000",
            "spring.datasource.hikari.data-source-properties.options=-c statement_timeout=20s",
            "spring.cloud.openfeign.client.config.member-service.connect-timeout=20000",
            "spring.cloud.openfeign.client.config.member-service.read-timeout=20000"
        })
@AutoConfigureMockMvc
@OnEmbeddedPostgres
@OnEmbeddedRedis
@ContextConfiguration(initializers = Neighbour.Initializer.class)
@Import(AuthServiceTest.TestClock.class)
public @interface AuthServiceTest {

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
