package dev.haru.gateway.route;

import jakarta.validation.constraints.Positive;
import java.time.Duration;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;
import org.springframework.validation.annotation.Validated;

/**
 * The pools of connections to each address of a service, one for each event loop. A request waits for a connection
 * until its deadline.
 *
 * @param max connections open at once, in all; each event loop has an equal share
 * @param maxHashing connections open at once to auth-service for calls that hash, shared out likewise, and as many such
 *     calls at once; apart from {@code max}, so that no other call queues behind them
 * @param maxWaiting requests that may wait for a connection to one service at once; a waiting request without a body
 *     takes about 10 KB of heap
 * @param maxHashing connections open at once to auth-service for calls that hash, shared out likewise, and as many such
 *     calls at once; apart from {@code max}, so that no other call queues behind them
 * @param maxWaitingSize headers and bodies that may wait for one service at once, in all
 * @param connectTimeout how long opening one may take
 * @param maxIdle when an idle one is closed; shorter than the services keep theirs and than a pod that is to end lets
 *     its callers go, so that none is used while they close it
 * @param maxLife when one is closed anyway, so that new replicas get their share
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
        @DefaultValue("5m") Duration maxLife) {}
