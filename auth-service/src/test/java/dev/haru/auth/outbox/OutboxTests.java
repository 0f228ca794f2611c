package dev.haru.auth.outbox;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.deleteRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.equalTo;
import static com.github.tomakehurst.wiremock.client.WireMock.matchingJsonPath;
import static com.github.tomakehurst.wiremock.client.WireMock.put;
import static com.github.tomakehurst.wiremock.client.WireMock.putRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlEqualTo;
import static com.github.tomakehurst.wiremock.client.WireMock.urlMatching;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.verification.LoggedRequest;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@AuthServiceTest
class OutboxTests {

    @Autowired
    private Outbox outbox;

    @Autowired
    private OutboxStore store;

    @Autowired
    private OutboxLag lag;

    @Autowired
    private MeterRegistry meters;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");

    @Autowired
    private PlatformTransactionManager transactions;

    private final UUID account = UUID.randomUUID();

    @BeforeEach
    void emptyOutbox() {
        jdbc.sql("delete from outbox").update();
        clock.advance(Duration.ofMinutes(1));
    }

    @Test
    void rolledBackMessageIsNotDelivered() {
        new TransactionTemplate(transactions).executeWithoutResult(status -> {
            outbox.publish(account, registered("haru"));
            status.setRollbackOnly();
        });
        clock.advance(Duration.ofMinutes(1));

        outbox.relay();

        FakeService.SERVER.verify(0, putRequestedFor(urlEqualTo("/internal/members/" + account)));
    }

    @Test
    void relayDeliversAfterTheProcessDied() {
        publish(registered("haru"));

        outbox.relay();
        assertThat(deliveries()).as("within the head start").isZero();
        clock.advance(Duration.ofSeconds(6));
        outbox.relay();
        outbox.relay();

        FakeService.SERVER.verify(1, putRequestedFor(urlEqualTo("/internal/members/" + account)));
        assertThat(pendingMessages()).isZero();
    }

    @Test
    void lagIsTheAgeOfTheOldestPendingMessage() {
        publish(registered("haru"));
        clock.advance(Duration.ofSeconds(4));
        publish(registered("maru"));

        lag.measure();
        assertThat(meters.get("haru.outbox.lag").timeGauge().value(TimeUnit.SECONDS))
                .isEqualTo(4);
        assertThat(meters.get("haru.outbox.waiting").gauge().value()).isEqualTo(2);

        clock.advance(Duration.ofSeconds(6));
        outbox.relay();
        outbox.relay();
        lag.measure();
        assertThat(meters.get("haru.outbox.lag").timeGauge().value()).isZero();
        assertThat(meters.get("haru.outbox.waiting").gauge().value()).isZero();
    }

    @Test
    void messageIsDeliveredWhenTheUpstreamServiceIsBack() {
        FakeService.resetConnections();
        outbox.deliverNow(publish(registered("haru")));
        clock.advance(Duration.ofSeconds(6));
        outbox.relay();
        assertThat(pendingMessages()).isOne();

        FakeService.acceptAll();
        clock.advance(Duration.ofSeconds(2));
        outbox.relay();

        assertThat(deliveries()).isOne();
        assertThat(pendingMessages()).isZero();
    }

    @Test
    void endOfAnOutageEndsThePausesOfAllMessages() {
        FakeService.resetConnections();
        for (int i = 0; i < 3; i++) {
            publish(UUID.randomUUID(), registered("haru"));
        }
        clock.advance(Duration.ofSeconds(6));
        outbox.relay();
        assertThat(allPendingMessages()).isEqualTo(3);

        FakeService.acceptAll();
        new TransactionTemplate(transactions)
                .executeWithoutResult(_ -> outbox.publishToRelay(account, registered("sora")));
        outbox.relay();
        outbox.relay();

        assertThat(allPendingMessages()).isZero();
    }

    @Test
    void messageThatFailsDelaysNoOtherAccount() {
        UUID locked = UUID.randomUUID();
        FakeService.SERVER.stubFor(put(urlEqualTo("/internal/members/" + locked))
                .willReturn(aResponse().withStatus(503)));
        publish(locked, registered("sora"));
        publish(locked, new OutboxMessage.IdentifiersChanged("nari", null, 1));
        publish(registered("haru"));
        clock.advance(Duration.ofSeconds(6));

        outbox.relay();
        assertThat(deliveries()).as("behind the message that fails").isOne();
        UUID later = UUID.randomUUID();
        outbox.deliverNow(publish(later, registered("maru")));
        FakeService.SERVER.verify(1, putRequestedFor(urlEqualTo("/internal/members/" + later)));
        outbox.relay();
        assertThat(attemptsFor(locked)).as("not first in the second round").isOne();

        assertAttemptAfter(Duration.ofSeconds(2), locked);
        assertAttemptAfter(Duration.ofSeconds(4), locked);
        assertAttemptAfter(Duration.ofSeconds(8), locked);
        FakeService.SERVER.verify(0, putRequestedFor(urlEqualTo("/internal/members/" + locked + "/identifiers")));

        FakeService.acceptAll();
        clock.advance(Duration.ofSeconds(16));
        outbox.relay();
        outbox.relay();
        assertThat(allPendingMessages()).isZero();
    }

    private void assertAttemptAfter(Duration pause, UUID locked) {
        int attempts = attemptsFor(locked);
        clock.advance(pause.minusSeconds(1));
        outbox.relay();
        assertThat(attemptsFor(locked)).as("before the end of its pause").isEqualTo(attempts);
        clock.advance(Duration.ofSeconds(1));
        outbox.relay();
        assertThat(attemptsFor(locked)).isEqualTo(attempts + 1);
    }

    @Test
    void failuresOfOneAccountLeaveDeliveryToRequests() {
        FakeService.resetConnections();
        outbox.deliverNow(publish(registered("haru")));
        outbox.deliverNow(publish(registered("sora")));
        FakeService.acceptAll();

        UUID other = UUID.randomUUID();
        outbox.deliverNow(publish(other, registered("nari")));

        FakeService.SERVER.verify(1, putRequestedFor(urlEqualTo("/internal/members/" + other)));
    }

    @Test
    void metricNamesTheMessageThatFails() {
        FakeService.refuseAll();
        long id = publish(registered("haru")).id();
        clock.advance(Duration.ofSeconds(6));
        outbox.relay();
        clock.advance(Duration.ofSeconds(2));
        outbox.relay();

        lag.measure();
        assertThat(meters.get("haru.outbox.failures")
                        .tag("message", String.valueOf(id))
                        .tag("kind", "joined")
                        .gauge()
                        .value())
                .isEqualTo(2);

        FakeService.acceptAll();
        clock.advance(Duration.ofSeconds(4));
        outbox.relay();
        lag.measure();
        assertThat(meters.find("haru.outbox.failures").gauges()).isEmpty();
    }

    @Test
    void requestSkipsRecentlyUnreachableService() {
        FakeService.resetConnections();
        outbox.deliverNow(publish(registered("haru")));
        outbox.deliverNow(publish(UUID.randomUUID(), registered("maru")));
        FakeService.acceptAll();

        outbox.deliverNow(publish(registered("sora")));
        assertThat(deliveries()).isZero();

        clock.advance(Duration.ofSeconds(6));
        outbox.deliverNow(publish(registered("nari")));
        assertThat(deliveries()).isOne();
    }

    @Test
    void onlyErasuresWaitWhileScheduleServiceIsDown() {
        FakeService.SERVER.stubFor(any(urlMatching("/internal/members/.*/schedules"))
                .willReturn(aResponse().withStatus(503)));
        int batch = 50;
        for (int i = 0; i <= batch; i++) {
            publish(UUID.randomUUID(), new OutboxMessage.Erased());
        }
        publish(registered("haru"));
        clock.advance(Duration.ofSeconds(6));

        outbox.relay();

        assertThat(deliveries()).as("behind more erasures than a batch").isOne();
        assertThat(FakeService.SERVER.findAll(deleteRequestedFor(urlMatching(".*/schedules"))))
                .as("calls to schedule-service in one round")
                .hasSize(2);
        UUID newAccount = UUID.randomUUID();
        outbox.deliverNow(publish(newAccount, registered("sora")));
        FakeService.SERVER.verify(1, putRequestedFor(urlEqualTo("/internal/members/" + newAccount)));

        FakeService.acceptAll();
        outbox.relay();
        outbox.relay();
        assertThat(allPendingMessages()).isZero();
    }

    @Test
    void databaseFailureReleasesTheUntriedMessages() {
        UUID failing = UUID.randomUUID();
        publish(failing, registered("sora"));
        publish(registered("haru"));
        clock.advance(Duration.ofSeconds(6));
        jdbc.sql("""
                create function full_disk() returns trigger language plpgsql as
                $$ begin raise exception 'no space left on device' using errcode = 'disk_full'; end $$
                """).update();
        try {
            jdbc.sql("""
                    create trigger full_disk before delete on outbox for each row when (old.account_id = '%s')
                    execute function full_disk()
                    """.formatted(failing)).update();

            outbox.relay();
            assertThat(deliveries()).isZero();
            outbox.relay();
            assertThat(deliveries()).isOne();
        } finally {
            jdbc.sql("drop function full_disk() cascade").update();
        }
    }

    @Test
    void messagesOfAnAccountArriveInOrder() {
        publish(registered("haru"));
        publish(new OutboxMessage.IdentifiersChanged("sora", null, 1));
        publish(new OutboxMessage.IdentifiersChanged("nari", "nari@example.org", 2));
        clock.advance(Duration.ofSeconds(6));

        outbox.relay();
        assertThat(deliveries()).isOne();
        assertThat(identifierUpdates()).isEmpty();
        outbox.relay();
        assertThat(identifierUpdates()).singleElement().asString().contains("sora");
        outbox.relay();

        assertThat(identifierUpdates())
                .hasSize(2)
                .anySatisfy(body -> assertThat(body).contains("nari@example.org"));
        assertThat(pendingMessages()).isZero();
    }

    @Test
    void refusedMessageIsRetriedAfterAPause() {
        FakeService.refuseAll();
        publish(registered("haru"));
        clock.advance(Duration.ofSeconds(6));
        outbox.relay();
        FakeService.acceptAll();

        outbox.relay();
        assertThat(deliveries()).as("before its pause is over").isZero();
        clock.advance(Duration.ofSeconds(3));
        outbox.relay();

        assertThat(deliveries()).isOne();
        assertThat(pendingMessages()).isZero();
    }

    @Test
    void leasedMessageIsTakenOnlyAfterTheLease() {
        publish(registered("haru"));
        clock.advance(Duration.ofSeconds(6));

        assertThat(take()).hasSize(1);
        assertThat(take()).isEmpty();
        clock.advance(Duration.ofSeconds(61));
        assertThat(take()).as("the lease of a replica that died").hasSize(1);
    }

    @Test
    void stateOfAnAccountDoesNotWaitForMemberService() {
        int batch = 50;
        for (int i = 0; i <= batch; i++) {
            publish(UUID.randomUUID(), registered("haru"));
        }
        clock.advance(Duration.ofSeconds(6));
        UUID disabled = UUID.randomUUID();
        FakeService.SERVER.stubFor(put(urlMatching("/internal/members/[^/]+"))
                .willReturn(aResponse().withStatus(503)));
        new TransactionTemplate(transactions)
                .executeWithoutResult(_ -> outbox.publishToRelay(disabled, new OutboxMessage.StateChanged(true)));

        outbox.relay();

        FakeService.SERVER.verify(
                1,
                putRequestedFor(urlEqualTo("/internal/members/" + disabled + "/account-state"))
                        .withRequestBody(matchingJsonPath("$[?(@.disabled == true && @.version > 0)]")));
    }

    @Test
    void noMessageWaitsForTheEndOfAFeed() {
        new TransactionTemplate(transactions).executeWithoutResult(_ -> {
            outbox.endFeed(account);
            outbox.publishToRelay(account, new OutboxMessage.StateChanged(true));
        });
        String feed = "/internal/members/" + account + "/feed";

        outbox.relay();
        FakeService.SERVER.verify(1, putRequestedFor(urlEqualTo("/internal/members/" + account + "/account-state")));
        FakeService.SERVER.verify(0, deleteRequestedFor(urlPathEqualTo(feed)));

        clock.advance(Duration.ofSeconds(10));
        outbox.relay();
        FakeService.SERVER.verify(
                1,
                deleteRequestedFor(urlPathEqualTo(feed))
                        .withQueryParam("createdUntil", equalTo(clock.instant().toString())));
    }

    @Test
    void messageOfALaterVersionStopsNoOtherMessage() {
        jdbc.sql("""
                        insert into outbox (account_id, payload, created_at, next_attempt_at)
                        values (?, '{"kind": "later"}', now(), now() - interval '1 year')
                        """).param(UUID.randomUUID()).update();
        publish(registered("haru"));
        clock.advance(Duration.ofSeconds(6));

        outbox.relay();

        assertThat(deliveries()).isOne();
        lag.measure();
        assertThat(meters.get("haru.outbox.unknown")
                        .tag("kind", "later")
                        .gauge()
                        .value())
                .isEqualTo(1);
    }

    private List<PublishedMessage> take() {
        return store.take(10, Receiver.kindsWithout(Set.of()), clock.instant(), Duration.ofSeconds(60));
    }

    private static OutboxMessage registered(String nickname) {
        return new OutboxMessage.Registered(nickname, null, "Seoul", 0);
    }

    private PublishedMessage publish(OutboxMessage message) {
        return publish(account, message);
    }

    private PublishedMessage publish(UUID accountId, OutboxMessage message) {
        return new TransactionTemplate(transactions).execute(_ -> outbox.publish(accountId, message));
    }

    private int deliveries() {
        return attemptsFor(account);
    }

    private static int attemptsFor(UUID accountId) {
        return FakeService.SERVER
                .findAll(putRequestedFor(urlEqualTo("/internal/members/" + accountId)))
                .size();
    }

    private int allPendingMessages() {
        return jdbc.sql("select count(*) from outbox").query(Integer.class).single();
    }

    private List<String> identifierUpdates() {
        return FakeService.SERVER
                .findAll(putRequestedFor(urlEqualTo("/internal/members/" + account + "/identifiers")))
                .stream()
                .map(LoggedRequest::getBodyAsString)
                .toList();
    }

    private int pendingMessages() {
        return jdbc.sql("select count(*) from outbox where account_id = ?")
                .param(account)
                .query(Integer.class)
                .single();
    }
}
