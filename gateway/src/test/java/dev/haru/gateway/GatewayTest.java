package dev.haru.gateway;

import dev.haru.platform.test.OnEmbeddedRedis;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webtestclient.autoconfigure.AutoConfigureWebTestClient;
import org.springframework.context.annotation.Import;

/** A test of the gateway on a real port with {@link FakeServices}. All these tests share one application. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "management.server.port=0",
            "MEMBER_RESPONSE_TIMEOUT=500ms",
            "haru.gateway.body.timeout=500ms",
            "haru.gateway.head.timeout=500ms",
            // All tests send from one address.
            "haru.gateway.rate-limit.address.burst=1000000",
            "haru.gateway.rate-limit.local-fallback.address.burst=1000000",
            // Faults that one test makes do not open the circuit breaker for the next test.
            "haru.gateway.breaker.window=10000",
            "haru.gateway.breaker.minimum-calls=10000",
            "SERVER_TIMING_SHOWN=true",
            "haru.gateway.docs.keep=0s",
            "haru.gateway.docs.keep-incomplete=0s"
        })
@AutoConfigureWebTestClient
@OnEmbeddedRedis
@Import(FakeServices.class)
public @interface GatewayTest {}
