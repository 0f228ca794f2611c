package dev.haru.member;

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

/**
 * Starts the whole service with PostgreSQL and Redis, a stub of auth-service, and a clock that tests advance. The
 * connection pool has one connection: a request that holds it during a call to auth-service blocks all others.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        properties = {
            "spring.datasource.hikari.maximum-pool-size=1",
            // The outages of one test must not open the circuit breaker for the next.
            "haru.upstream.breaker.window=10000",
            "haru.upstream.breaker.minimum-calls=10000"
        })
@AutoConfigureMockMvc
@OnEmbeddedPostgres
@OnEmbeddedRedis
@ContextConfiguration(initializers = FakeAuthService.Initializer.class)
@Import(MemberServiceTest.TestClock.class)
public @interface MemberServiceTest {

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
