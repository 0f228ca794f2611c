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
 * Holds a refusal for saturation back for about its {@code Retry-After}, on a timer and without a thread: a client that
 * ignores the header would else take the cores with refusals alone. Beyond a number, and while the process ends,
 * refusals are answered at once.
 */
public final class DelayedRefusals implements SmartLifecycle {

    private static final String ATTRIBUTE = DelayedRefusals.class.getName();

    private final SaturationProperties properties;
    private final Function<ServerWebExchange, Mono<Void>> answer;
    private final Counter withoutCall;
    private final BooleanSupplier draining;
    private final Scheduler timer;
    private final Semaphore places;
    private final Set<MonoSink<Void>> delayed = ConcurrentHashMap.newKeySet();
    private volatile boolean running = true;

    /**
     * Refusals without any.
     *
     * @param answer writes the refusal
     * @param withoutCall counts the calls that were not forwarded
     * @param draining whether the process is about to end
     */
    DelayedRefusals(
            SaturationProperties properties,
            Function<ServerWebExchange, Mono<Void>> answer,
            Counter withoutCall,
            BooleanSupplier draining,
            Scheduler timer) {
        this.properties = properties;
        this.answer = answer;
        this.withoutCall = withoutCall;
        this.draining = draining;
        this.timer = timer;
        this.places = new Semaphore(properties.maxDelayed());
    }

    /** For how long the refusal of an exchange with these attributes was held back, in nanoseconds; 0 if it was not. */
    public static long delayNanosOf(Map<String, Object> attributes) {
        return attributes.get(ATTRIBUTE) instanceof Delay delay ? delay.nanos() : 0;
    }

    /** Answers the exchange with the refusal, later. */
    Mono<Void> refuse(ServerWebExchange exchange) {
        return delay(exchange).then(Mono.defer(() -> answer.apply(exchange)));
    }

    /** The same for a call that was not forwarded, which is counted. */
    public Mono<Void> refuseWithoutCall(ServerWebExchange exchange) {
        withoutCall.increment();
        return refuse(exchange);
    }

    /** How many refusals are held back now. */
    int count() {
        return properties.maxDelayed() - places.availablePermits();
    }

    private Mono<Void> delay(ServerWebExchange exchange) {
        return Mono.create(sink -> {
            if (!running || draining.getAsBoolean() || !places.tryAcquire()) {
                sink.success();
                return;
            }
            Delay delay = new Delay();
            exchange.getAttributes().put(ATTRIBUTE, delay);
            delayed.add(sink);
            Disposable alarm = timer.schedule(sink::success, jittered(delayMillis()), TimeUnit.MILLISECONDS);
            // After the end of the delay, whatever ends it: the timer, the end of the process, or the client's.
            sink.onDispose(() -> {
                delay.end();
                alarm.dispose();
                delayed.remove(sink);
                places.release();
            });
            if (!running) {
                sink.success();
            }
        });
    }

    /** Long enough that the delayed refusals end at the configured rate, within the shortest and the longest delay. */
    private long delayMillis() {
        long atRate = count() * 1000L / properties.refusalRate();
        long shortest = properties.delay().toMillis();
        return Math.clamp(
                atRate, shortest, Math.max(shortest, properties.maxDelay().toMillis()));
    }

    /** Clients that were refused together do not come back together. */
    private static long jittered(long millis) {
        return millis - millis / 4 + ThreadLocalRandom.current().nextLong(millis / 2 + 1);
    }

    @Override
    public void start() {
        running = true;
    }

    /** Before the server waits for the answers to requests under way; its phase is lower. */
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
