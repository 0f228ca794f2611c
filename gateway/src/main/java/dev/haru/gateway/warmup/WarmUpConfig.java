package dev.haru.gateway.warmup;

import io.micrometer.observation.ObservationPredicate;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.server.reactive.observation.ServerRequestObservationContext;

@Configuration(proxyBeanMethods = false)
class WarmUpConfig {

    /** Calls for practice are in no metric of a route. */
    @Bean
    ObservationPredicate onlyClientsRequests(OwnCalls ownCalls) {
        return (_, context) ->
                !(context instanceof ServerRequestObservationContext call && ownCalls.contains(call.getCarrier()));
    }
}
