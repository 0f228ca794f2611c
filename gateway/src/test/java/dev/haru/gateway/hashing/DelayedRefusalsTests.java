package dev.haru.gateway.hashing;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.springframework.mock.http.server.reactive.MockServerHttpRequest;
import org.springframework.mock.web.server.MockServerWebExchange;
import org.springframework.web.server.ServerWebExchange;
import reactor.core.Disposable;
import reactor.core.publisher.Mono;
import reactor.test.scheduler.VirtualTimeScheduler;

class DelayedRefusalsTests {

    private static final int MAX_DELAYED = 3;

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final List<ServerWebExchange> refused = new ArrayList<>();
    private final DelayedRefusals refusals = delayedRefusals(MAX_DELAYED, 200);

    @Test
    void refusalIsSentAfterItsDelay() {
        ServerWebExchange exchange = exchange();
        refuse(exchange);
        timer.advanceTimeBy(Duration.ofMillis(1499));
        assertThat(refused).isEmpty();
        assertThat(refusals.count()).isOne();

        timer.advanceTimeBy(Duration.ofMillis(1002));

        assertThat(refused).containsExactly(exchange);
        assertThat(refusals.count()).isZero();
        assertThat(DelayedRefusals.delayNanosOf(exchange.getAttributes())).isPositive();
    }

    @Test
    void refusalsBeyondTheMaximumAreImmediate() {
        refuseAll(MAX_DELAYED);

        ServerWebExchange oneMore = exchange();
        refuse(oneMore);

        assertThat(refused).containsExactly(oneMore);
        assertThat(refusals.count()).isEqualTo(MAX_DELAYED);
        assertThat(DelayedRefusals.delayNanosOf(oneMore.getAttributes())).isZero();
    }

    @Test
    void disconnectedClientFreesItsPlace() {
        List<Disposable> clients = refuseAll(MAX_DELAYED);

        clients.getFirst().dispose();

        assertThat(refusals.count()).isEqualTo(MAX_DELAYED - 1);
        timer.advanceTimeBy(Duration.ofSeconds(3));
        assertThat(refused).hasSize(MAX_DELAYED - 1);
        assertThat(refusals.count()).isZero();
    }

    @Test
    void stopSendsAllDelayedRefusals() {
        refuseAll(MAX_DELAYED);

        refusals.stop();
        assertThat(refused).hasSize(MAX_DELAYED);
        assertThat(refusals.count()).isZero();

        refuse(exchange());
        assertThat(refused).hasSize(MAX_DELAYED + 1);
    }

    @Test
    void refusalsWhileDrainingAreImmediate() {
        draining.set(true);

        refuse(exchange());

        assertThat(refused).hasSize(1);
    }

    @Test
    void manyRefusalsAreDelayedLonger() {
        DelayedRefusals slower = delayedRefusals(100, 1);
        for (int i = 0; i < 100; i++) {
            slower.refuse(exchange()).subscribe();
        }

        timer.advanceTimeBy(Duration.ofMillis(2999));
        assertThat(refused).hasSizeLessThan(4); // the first refusals, while few were delayed

        timer.advanceTimeBy(Duration.ofMillis(2002));
        assertThat(refused).hasSize(100);
    }

    private DelayedRefusals delayedRefusals(int maxDelayed, int refusalRate) {
        return new DelayedRefusals(
                new SaturationProperties(
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4),
                        refusalRate,
                        maxDelayed,
                        Duration.ofMillis(250),
                        Duration.ofSeconds(10),
                        100),
                exchange -> Mono.fromRunnable(() -> refused.add(exchange)),
                new SimpleMeterRegistry().counter("refusals"),
                draining::get,
                timer);
    }

    private List<Disposable> refuseAll(int count) {
        List<Disposable> clients = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            clients.add(refuse(exchange()));
        }
        return clients;
    }

    private Disposable refuse(ServerWebExchange exchange) {
        return refusals.refuse(exchange).subscribe();
    }

    private static ServerWebExchange exchange() {
        return MockServerWebExchange.from(MockServerHttpRequest.post("/v1/auth/user/login"));
    }
}
