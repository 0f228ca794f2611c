package dev.haru.gateway.hashing;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.gateway.header.ClientAddress;
import dev.haru.gateway.problem.ProblemResponses;
import dev.haru.platform.drain.Drain;
import dev.haru.platform.language.Message;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.publisher.Mono;
import reactor.core.scheduler.Schedulers;

/** Creates the beans of the refusals for saturation, and their meters. */
@Configuration(proxyBeanMethods = false)
class SaturationConfig {

    private static final String RETRY_AFTER_SECONDS = "2";

    @Bean
    ReportedCapacity reportedCapacity(SaturationProperties properties) {
        return new ReportedCapacity(properties, Ticker.systemTicker());
    }

    @Bean
    DelayedRefusals delayedRefusals(
            SaturationProperties properties, ProblemResponses problems, Drain drain, MeterRegistry meters) {
        DelayedRefusals refusals = new DelayedRefusals(
                properties,
                exchange -> refusal(exchange, problems),
                Counter.builder("haru.gateway.hashing.refusals")
                        .description("Calls that the gateway refused because password hashing is saturated")
                        .register(meters),
                drain::hasBegun,
                Schedulers.parallel());
        Gauge.builder("haru.gateway.refusals.delayed", refusals, DelayedRefusals::count)
                .description("Refusals that wait for their delay now")
                .register(meters);
        return refusals;
    }

    @Bean
    SaturationFilter saturationFilter(
            ReportedCapacity capacity, ClientAddress clientAddress, DelayedRefusals refusals) {
        return new SaturationFilter(capacity, clientAddress, refusals);
    }

    @Bean
    SaturationResponseFilter saturationResponseFilter(
            ReportedCapacity capacity, ClientAddress clientAddress, DelayedRefusals refusals) {
        return new SaturationResponseFilter(capacity, clientAddress, refusals);
    }

    /** Writes the same refusal as auth-service. */
    private static Mono<Void> refusal(ServerWebExchange exchange, ProblemResponses problems) {
        exchange.getResponse().getHeaders().set(HttpHeaders.RETRY_AFTER, RETRY_AFTER_SECONDS);
        return problems.write(
                exchange, HttpStatus.SERVICE_UNAVAILABLE, "hashing-saturated", Message.of("detail.hashing-saturated"));
    }
}
