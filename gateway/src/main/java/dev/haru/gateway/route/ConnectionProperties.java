package dev.haru.gateway.route;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;
import reactor.netty.resources.LoopResources;

/**
 * The connection pools of each service address, one for each event loop. A request waits for a connection until its
 * deadline.
 *
 * @param max maximum of open connections; each event loop has an equal share
 * @param maxHashing maximum of open connections to auth-service for calls that hash, and of concurrent calls that hash;
 *     separate from {@code max}, so that these calls do not delay others
 * @param maxWaiting maximum of requests that wait for a connection to a service; a waiting request without a body takes
 *     about 10 KB of heap
 * @param maxWaitingSize maximum size of headers and bodies of all requests that wait for a service
 * @param connectTimeout how long the opening of a connection may take
 * @param maxIdle idle time after which the gateway closes a connection; shorter than the idle time of the services and
 *     the drain period of a pod, so that the gateway uses no connection while a service closes it
 * @param maxLife maximum lifetime of a connection, so that new replicas get their share
 */
@Validated
@ConfigurationProperties("haru.gateway.connections")
record ConnectionProperties(
        @DefaultValue("200") @Positive int max,
        @DefaultValue("1024") @Positive int maxHashing,
        @DefaultValue("4000") @Positive int maxWaiting,
        @DefaultValue("16MB") DataSize maxWaitingSize,
        @DefaultValue("1s") Duration connectTimeout,
        @DefaultValue("10s") Duration maxIdle,
        @DefaultValue("5m") Duration maxLife) {

    /** Returns the equal share of one event loop in this many connections. */
    int perEventLoop(int connections) {
        return Math.ceilDiv(connections, LoopResources.DEFAULT_IO_WORKER_COUNT);
    }
}
