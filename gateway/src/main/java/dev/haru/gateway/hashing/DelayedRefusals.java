package dev.haru.gateway.hashing;

import io.micrometer.core.instrument.Counter;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.springframework.context.SmartLifecycle;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.core.publisher.MonoSink;
import reactor.core.scheduler.Scheduler;

/**
 * Delays refusals on a timer and without a thread: those for saturation, and those of an open circuit breaker.
 * Otherwise the refusals of a client that ignores {@code Retry-After} would use up the processor. Refusals are
 * immediate beyond a maximum of delayed refusals, and while the process shuts down.
 *
 * <p>Longer than 120 lines because the delay, the bound and the shutdown share one state.
 */
public final class DelayedRefusals implements SmartLifecycle {

    private static final String ATTRIBUTE = DelayedRefusals.class.getName();

    private final SaturationProperties properties;
    private final Function<ServerWebExchange, Mono<Void>> refusal;
    private final Counter withoutCall;
    private final BooleanSupplier draining;
    private final Scheduler timer;
    private final Semaphore permits;
    private final Set<MonoSink<Void>> delayed = ConcurrentHashMap.newKeySet();
    private volatile boolean running = true;

    /**
     * @param refusal writes the refusal
     * @param withoutCall counts the calls that were not forwarded
     * @param draining whether the process is about to shut down
     */
    DelayedRefusals(
            SaturationProperties properties,
            Function<ServerWebExchange, Mono<Void>> refusal,
            Counter withoutCall,
            BooleanSupplier draining,
            Scheduler timer) {
        this.properties = properties;
        this.refusal = refusal;
        this.withoutCall = withoutCall;
        this.draining = draining;
        this.timer = timer;
        this.permits = new Semaphore(properties.maxDelayed());
    }

    /**
     * Returns how long the refusal of an exchange with these attributes was delayed, in nanoseconds; 0 without a delay.
     */
    public static long delayNanosOf(Map<String, Object> attributes) {
        return attributes.get(ATTRIBUTE) instanceof Delay delay ? delay.nanos() : 0;
    }

    /** Refuses the exchange after the delay. */
    Mono<Void> refuse(ServerWebExchange exchange) {
        return delay(exchange).then(Mono.defer(() -> refusal.apply(exchange)));
    }

    /** Counts a call that was not forwarded, and refuses it after the delay. */
    public Mono<Void> refuseWithoutCall(ServerWebExchange exchange) {
        withoutCall.increment();
        return refuse(exchange);
    }

    /** Completes when the refusal of the exchange may be sent. */
    public Mono<Void> delay(ServerWebExchange exchange) {
        return Mono.create(sink -> {
            if (!running || draining.getAsBoolean() || !permits.tryAcquire()) {
                sink.success();
                return;
            }
            Delay delay = new Delay();
            exchange.getAttributes().put(ATTRIBUTE, delay);
            delayed.add(sink);
            Disposable timeout = timer.schedule(sink::success, jittered(delayMillis()), TimeUnit.MILLISECONDS);
            // Runs when the delay ends: by the timer, the shutdown of the process, or a client that disconnects.
            sink.onDispose(() -> {
                delay.end();
                timeout.dispose();
                delayed.remove(sink);
                permits.release();
            });
            if (!running) {
                sink.success();
            }
        });
    }

    /** Returns the number of refusals that are delayed now. */
    int count() {
        return properties.maxDelayed() - permits.availablePermits();
    }

    /**
     * Returns a delay with which the delayed refusals end at the configured rate, between the shortest and the longest
     * delay.
     */
    private long delayMillis() {
        long atRate = count() * 1000L / properties.refusalRate();
        long shortest = properties.delay().toMillis();
        return Math.clamp(
                atRate, shortest, Math.max(shortest, properties.maxDelay().toMillis()));
    }

    /** Adds jitter, so that clients that were refused together do not retry together. */
    private static long jittered(long millis) {
        return millis - millis / 4 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    }

    @Override
    public void start() {
        running = true;
    }

    /** Runs before the server waits for open requests, because its phase is lower: it ends all delays. */
    @Override
    public void stop() {
        running = false;
        delayed.forEach(MonoSink::success);
    }

    @Override
    public boolean isRunning() {
        return running;
    }

    private static final class Delay {

        private final long begin = System.nanoTime();
        private volatile long nanos;

        void end() {
            nanos = System.nanoTime() - begin;
        }

        long nanos() {
            return nanos == 0 ? System.nanoTime() - begin : nanos;
        }
    }
}
