package dev.haru.gateway;

import dev.haru.platform.test.OnEmbeddedRedis;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.context.annotation.Import;

/**
 * A test of the gateway on a real port with {@link FakeServices}, which are reset before each test. All these tests
 * share one application.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            // All tests send from one address.
            "haru.gateway.rate-limit.address.burst=1000000",
            "haru.gateway.rate-limit.local-fallback.address.burst=1000000",
            // Faults that one test makes do not open the circuit breaker for the next test.
            "haru.gateway.breaker.window=10000",
            "haru.gateway.breaker.minimum-calls=10000",
            "SERVER_TIMING_SHOWN=true",
            // Tests of the API page fetch the documents themselves.
            "haru.gateway.docs.retry.first=1h",
            "haru.gateway.docs.retry.longest=1h",
            "haru.gateway.docs.refresh=1h"
        })
@AutoConfigureWebTestClient(timeout = "60s")
@OnEmbeddedRedis
@Import(FakeServices.class)
@ExtendWith(FakeServices.ResetBeforeEach.class)
public @interface GatewayTest {}
