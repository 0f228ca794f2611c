package dev.haru.platform;

import dev.haru.platform.database.DatabaseAutoConfiguration;
import dev.haru.platform.database.ReplicaRoutingAutoConfiguration;
import dev.haru.platform.deadline.DeadlineAutoConfiguration;
import dev.haru.platform.drain.DrainAutoConfiguration;
import dev.haru.platform.identity.IdentityAutoConfiguration;
import dev.haru.platform.json.JsonAutoConfiguration;
import dev.haru.platform.language.LanguageAutoConfiguration;
import dev.haru.platform.log.LogAutoConfiguration;
import dev.haru.platform.media.MediaTypeAutoConfiguration;
import dev.haru.platform.metrics.MetricsAutoConfiguration;
import dev.haru.platform.openapi.OpenApiAutoConfiguration;
import dev.haru.platform.parameter.ParameterAutoConfiguration;
import dev.haru.platform.pipeline.ServletPipelineAutoConfiguration;
import dev.haru.platform.precondition.PreconditionAutoConfiguration;
import dev.haru.platform.problem.ProblemAutoConfiguration;
import dev.haru.platform.redis.RedisAutoConfiguration;
import dev.haru.platform.request.RequestBoundsAutoConfiguration;
import dev.haru.platform.security.ServiceSecurityAutoConfiguration;
import dev.haru.platform.timing.ServerTimingAutoConfiguration;
import dev.haru.platform.trace.TraceAutoConfiguration;
import dev.haru.platform.upstream.UpstreamAutoConfiguration;
import dev.haru.platform.warmup.WarmUpAutoConfiguration;
import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Adds the behaviour that all servlet services share. No auto-configuration of platform applies without it. Spring Boot
 * sorts these auto-configurations among its own and evaluates their conditions.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Import(ServiceDefaults.Imports.class)
public @interface ServiceDefaults {

    /**
     * The list of shared auto-configurations. A test slice turns Spring Boot's auto-configuration off, and with it this
     * list. The slice imports the auto-configurations that platform's test resources list in META-INF/spring.
     */
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnBooleanProperty(name = EnableAutoConfiguration.ENABLED_OVERRIDE_PROPERTY, matchIfMissing = true)
    @ImportAutoConfiguration({
        // A request, from the connection to the controller.
        RequestBoundsAutoConfiguration.class, // refuses oversized and ambiguous requests before any filter runs
        ServletPipelineAutoConfiguration.class, // moves Spring's filter to its place in the list ServletPipeline
        ServerTimingAutoConfiguration.class, // each response has the times of its hops
        TraceAutoConfiguration.class, // one trace id for a request in all services and logs
        DeadlineAutoConfiguration.class, // work on a request ends at its deadline
        ServiceSecurityAutoConfiguration.class, // an endpoint requires authentication unless the service opens it
        IdentityAutoConfiguration.class, // caches the owners of tokens, and receives revocations
        MediaTypeAutoConfiguration.class, // JSON is the only format of requests and responses
        JsonAutoConfiguration.class, // refuses JSON that a client cannot have intended
        PreconditionAutoConfiguration.class, // If-None-Match: * on a GET
        ParameterAutoConfiguration.class, // refuses parameters that a client cannot have intended
        LanguageAutoConfiguration.class, // texts for clients are in the language of the request
        ProblemAutoConfiguration.class, // each failure is a problem detail, also one of the container
        OpenApiAutoConfiguration.class, // all API documents describe the shared behaviour

        // The calls of a service.
        UpstreamAutoConfiguration.class, // time-outs, retries, bulkheads and circuit breakers
        DatabaseAutoConfiguration.class, // connections that obey the deadline, and an optional read replica
        ReplicaRoutingAutoConfiguration.class, // a member reads the member's own writes, despite the lag of a replica
        RedisAutoConfiguration.class, // commands fail at once while Redis is unavailable

        // The process.
        WarmUpAutoConfiguration.class, // the first requests of clients are as fast as later ones
        DrainAutoConfiguration.class, // no request fails when the process stops
        MetricsAutoConfiguration.class, // histograms have buckets at the objectives
        LogAutoConfiguration.class // a failure that repeats does not flood the log
    })
    class Imports {}
}
