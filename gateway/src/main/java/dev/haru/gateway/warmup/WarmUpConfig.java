package dev.haru.gateway.warmup;

import io.micrometer.observation.ObservationPredicate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;

@Configuration(proxyBeanMethods = false)
class WarmUpConfig {

    /** Excludes warm-up calls from the metrics of the routes. */
    @Bean
    ObservationPredicate clientRequestsOnly(WarmUpRequests warmUp) {
        return (_, context) ->
                !(context instanceof ServerRequestObservationContext call && warmUp.contains(call.getCarrier()));
    }
}
