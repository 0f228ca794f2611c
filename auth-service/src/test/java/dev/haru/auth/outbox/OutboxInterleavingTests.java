package dev.haru.auth.outbox;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.http.RequestMethod;
import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import com.jayway.jsonpath.JsonPath;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.interleaving.Interleaving;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** The relays of two replicas and a change of an account, in all orders of their statements. */
@AuthServiceTest
class OutboxInterleavingTests {

    private static final Duration OVER_LEASE = Duration.ofMinutes(2);

    @Autowired
    private Outbox outbox;

    @Autowired
    private MovableClock clock;

    @Autowired
    private PlatformTransactionManager transactions;

    private static final JdbcClient jdbc = EmbeddedDatabase.jdbcOnOneConnection("auth");

    private UUID account;

    @Test
    void messagesOfAnAccountArriveInTheirOrder() throws Exception {
        Interleaving.of(this::publishTwo)
                .participant("first relay", outbox::relay)
                .participant("second relay", outbox::relay)
                .participant("change", () -> publish(new OutboxMessage.IdentifiersChanged("third", null, 3)))
                .check(() -> {
                    relayTheRest();
                    assertThat(deliveredVersions()).containsExactly(1, 2, 3);
                });
    }

    @Test
    void failedMessageIsDeliveredBeforeTheNext() throws Exception {
        Interleaving.of(() -> {
                    publishTwo();
                    FakeService.refuseAll();
                })
                .participant("first relay", outbox::relay)
                .participant("second relay", outbox::relay)
                .participant("change", () -> publish(new OutboxMessage.IdentifiersChanged("third", null, 3)))
                .check(() -> {
                    assertThat(deliveredVersions()).as("attempts").isSubsetOf(1);
                    FakeService.acceptAll();
                    relayTheRest();
                    assertThat(deliveredVersions()).containsExactly(1, 2, 3);
                });
    }

    @Test
    void erasureReplacesPendingMessages() throws Exception {
        Interleaving.of(this::publishTwo)
                .participant("relay", outbox::relay)
                .participant("erasure", this::publishErasure)
                .participant("second relay", outbox::relay)
                .check(() -> {
                    relayTheRest();
                    assertThat(erasures()).as("one call for each service").isEqualTo(2);
                    assertThat(deliveredVersions()).isIn(List.of(), List.of(1), List.of(1, 2));
                });
    }

    @BeforeEach
    void publishTwo() {
        jdbc.sql("delete from outbox").update();
        FakeService.acceptAll();
        account = UUID.randomUUID();
        publish(new OutboxMessage.Registered("first", null, "Seoul", 1));
        publish(new OutboxMessage.IdentifiersChanged("second", null, 2));
        clock.advance(OVER_LEASE);
    }

    private void publish(OutboxMessage message) {
        new TransactionTemplate(transactions).executeWithoutResult(_ -> outbox.publish(account, message));
    }

    private void publishErasure() {
        PublishedMessage erased = new TransactionTemplate(transactions)
                .execute(_ -> outbox.publishInsteadOfPending(account, new OutboxMessage.Erased()));
        outbox.deliverNow(erased);
    }

    private void relayTheRest() {
        for (int round = 0; round < 4; round++) {
            clock.advance(OVER_LEASE);
            outbox.relay();
        }
        assertThat(jdbc.sql("select count(*) from outbox").query(Integer.class).single())
                .as("pending messages")
                .isZero();
    }

    /** The account versions that member-service has received, in their order. */
    private List<Integer> deliveredVersions() {
        return requests().stream()
                .filter(request -> request.getMethod().equals(RequestMethod.PUT))
                .map(request -> JsonPath.<Integer>read(request.getBodyAsString(), "$.accountVersion"))
                .toList();
    }

    private long erasures() {
        return requests().stream()
                .filter(request -> request.getMethod().equals(RequestMethod.DELETE))
                .count();
    }

    private List<LoggedRequest> requests() {
        return FakeService.SERVER.getAllServeEvents().reversed().stream()
                .map(event -> event.getRequest())
                .filter(request -> request.getUrl().contains(account.toString()))
                .toList();
    }
}
