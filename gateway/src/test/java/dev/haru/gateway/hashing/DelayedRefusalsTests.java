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

    private static final int MOST = 3;

    private final VirtualTimeScheduler timer = VirtualTimeScheduler.create();
    private final AtomicBoolean draining = new AtomicBoolean();
    private final List<ServerWebExchange> answered = new ArrayList<>();
    private final DelayedRefusals refusals = delayedRefusals(MOST, 200);

    @Test
    void refusalIsAnsweredAfterItsDelay() {
        ServerWebExchange exchange = exchange();
        refuse(exchange);
        timer.advanceTimeBy(Duration.ofMillis(1499));
        assertThat(answered).isEmpty();
        assertThat(refusals.count()).isOne();

        timer.advanceTimeBy(Duration.ofMillis(1002));

        assertThat(answered).containsExactly(exchange);
        assertThat(refusals.count()).isZero();
        assertThat(DelayedRefusals.delayNanosOf(exchange.getAttributes())).isPositive();
    }

    @Test
    void refusalsBeyondTheMostAreAnsweredAtOnce() {
        refuseAll(MOST);

        ServerWebExchange oneMore = exchange();
        refuse(oneMore);

        assertThat(answered).containsExactly(oneMore);
        assertThat(refusals.count()).isEqualTo(MOST);
        assertThat(DelayedRefusals.delayNanosOf(oneMore.getAttributes())).isZero();
    }

    @Test
    void clientThatGoesAwayGivesItsPlaceBack() {
        List<Disposable> clients = refuseAll(MOST);

        clients.getFirst().dispose();

        assertThat(refusals.count()).isEqualTo(MOST - 1);
        timer.advanceTimeBy(Duration.ofSeconds(3));
        assertThat(answered).hasSize(MOST - 1);
        assertThat(refusals.count()).isZero();
    }

    @Test
    void whenTheProcessEndsAllAreAnswered() {
        refuseAll(MOST);

        refusals.stop();
        assertThat(answered).hasSize(MOST);
        assertThat(refusals.count()).isZero();

        refuse(exchange());
        assertThat(answered).hasSize(MOST + 1);
    }

    @Test
    void whileTheProcessDrainsNoneIsDelayed() {
        draining.set(true);

        refuse(exchange());

        assertThat(answered).hasSize(1);
    }

    @Test
    void manyRefusalsAreDelayedLonger() {
        DelayedRefusals slower = delayedRefusals(100, 1);
        for (int i = 0; i < 100; i++) {
            slower.refuse(exchange()).subscribe();
        }

        timer.advanceTimeBy(Duration.ofMillis(2999));
        assertThat(answered).hasSizeLessThan(4); // those that came while few were delayed

        timer.advanceTimeBy(Duration.ofMillis(2002));
        assertThat(answered).hasSize(100);
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
                exchange -> Mono.fromRunnable(() -> answered.add(exchange)),
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
