package dev.haru.auth.outbox;

import dev.haru.auth.delivery.Delivery;
import dev.haru.auth.member.MemberClient;
import dev.haru.auth.schedule.ScheduleClient;
import dev.haru.platform.deadline.DeadlineExceeded;
import dev.haru.platform.trace.Spans;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Scope;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;

/**
 * Delivers account changes to the upstream services, at least once and in order for each account. The request that
 * writes a message delivers it after the commit, so that a new member finds the profile. If this delivery fails, or the
 * process ends first, the relay delivers the message. See docs/decisions/002-transactional-outbox.md.
 *
 * <p>Longer than 120 lines because the request and the relay share the rules of a delivery.
 */
@Component
public class Outbox {

    private static final Logger log = LoggerFactory.getLogger(Outbox.class);

    /** How long a service may accept a token after its end, while Redis is unavailable (decision 007). */
    private static final Duration TOKEN_AGE = Duration.ofSeconds(10);

    private final OutboxStore store;
    private final MemberClient members;
    private final ScheduleClient schedules;
    private final ApplicationEventPublisher listeners;
    private final OutboxProperties properties;
    private final Clock clock;

    /** While an upstream service is unreachable, requests leave the delivery to the relay. */
    private final Reachability reachability;

    Outbox(
            OutboxStore store,
            MemberClient members,
            ScheduleClient schedules,
            ApplicationEventPublisher listeners,
            OutboxProperties properties,
            Clock clock) {
        this.store = store;
        this.members = members;
        this.schedules = schedules;
        this.listeners = listeners;
        this.properties = properties;
        this.clock = clock;
        this.reachability = new Reachability(clock, properties.silence());
    }

    /** Writes the message in the current transaction. It is delivered if and only if the transaction commits. */
    public PublishedMessage publish(UUID accountId, OutboxMessage message) {
        return store.add(accountId, message, clock.instant(), properties.headStart());
    }

    /**
     * Like {@link #publish}, for a request that does not deliver the message itself: the next round of the relay does.
     */
    public void publishToRelay(UUID accountId, OutboxMessage message) {
        var _ = store.add(accountId, message, clock.instant(), Duration.ZERO);
    }

    /**
     * Ends the calendar feed of an account, in the current transaction, which ends all its sessions. A service may
     * accept an ended token for {@link #TOKEN_AGE}, so the message waits for as long.
     */
    public void endFeed(UUID accountId) {
        Instant now = clock.instant();
        var _ = store.add(accountId, new OutboxMessage.FeedEnded(now.plus(TOKEN_AGE)), now, TOKEN_AGE);
    }

    /** Like {@link #publish}, but first deletes the account's pending messages, which the new message supersedes. */
    public PublishedMessage publishInsteadOfPending(UUID accountId, OutboxMessage message) {
        store.deleteAllOf(accountId);
        return publish(accountId, message);
    }

    /**
     * Delivers the first pending message of an account, unless an upstream service for it was unreachable a moment ago.
     * Call this after the commit.
     */
    public void deliverNow(PublishedMessage first) {
        if (needsUnreachableService(first)) {
            return;
        }
        Span span = Spans.start("outbox delivery");
        try (Scope _ = span.makeCurrent()) {
            if (send(first) == Delivery.DONE) {
                done(first);
            }
        } catch (DataAccessException | TransactionException | DeadlineExceeded unavailable) {
            // The request's change is committed and the relay delivers the message, so the request need not fail.
            log.warn("outbox: delivery failed, the relay repeats it: {}", unavailable.toString());
        } finally {
            span.end();
        }
    }

    private void done(PublishedMessage published) {
        listeners.publishEvent(new Delivered(published));
        store.delivered(published.id());
    }

    @Scheduled(initialDelayString = "${haru.outbox.poll:1s}", fixedDelayString = "${haru.outbox.poll:1s}")
    void relay() {
        try {
            // Not within a round: it would end the leases of the messages that the round has taken.
            for (Receiver service : reachability.recovered()) {
                store.resume(service.kinds(), clock.instant());
                reachability.resumed(service);
            }
            Set<Receiver> skipped = EnumSet.noneOf(Receiver.class);
            List<PublishedMessage> taken;
            do {
                taken = store.take(
                        properties.batch(), Receiver.kindsWithout(skipped), clock.instant(), properties.lease());
                int left = deliverAll(taken);
                if (left > 0) {
                    log.warn("outbox: an upstream service is unreachable; at least {} messages are pending", left);
                    // Skip the messages for an unreachable service, so that others do not wait behind them.
                    if (!skipped.addAll(reachability.unreachable())) {
                        return;
                    }
                }
            } while (taken.size() == properties.batch() && skipped.size() < Receiver.values().length);
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("outbox relay: database unavailable: {}", unavailable.toString());
        }
    }

    /**
     * Delivers the messages. After the first failure, releases those for an unreachable upstream service to the next
     * round, and returns their number. The first message of a batch is always tried, so that the relay notices the end
     * of an outage.
     */
    private int deliverAll(List<PublishedMessage> taken) {
        Deque<PublishedMessage> untried = new ArrayDeque<>(taken);
        List<Long> left = new ArrayList<>();
        boolean failed = false;
        try {
            while (!untried.isEmpty()) {
                PublishedMessage next = untried.poll();
                if (failed && needsUnreachableService(next)) {
                    left.add(next.id());
                } else {
                    failed |= deliver(next) == Delivery.UNREACHABLE;
                }
            }
            return left.size();
        } finally {
            // After an exception, the failed message keeps its lease as a pause; the untried messages are released.
            untried.forEach(message -> left.add(message.id()));
            store.release(left, clock.instant());
        }
    }

    private Delivery deliver(PublishedMessage next) {
        Span span = Spans.startLinked("outbox delivery", next.traceParent());
        try (Scope _ = span.makeCurrent()) {
            Delivery delivery = send(next);
            if (delivery == Delivery.DONE) {
                done(next);
            } else {
                pause(next, delivery);
            }
            return delivery;
        } finally {
            span.end();
        }
    }

    /** Delays the next attempt, so that the messages of other accounts come first. */
    private void pause(PublishedMessage failed, Delivery delivery) {
        Duration pause = pauseAfter(failed.failures() + 1);
        if (delivery == Delivery.REFUSED) {
            log.error("outbox: an upstream service refused message {}; next attempt in {}", failed.id(), pause);
        } else {
            log.warn("outbox: no upstream service accepted message {}; next attempt in {}", failed.id(), pause);
        }
        store.failed(failed.id(), clock.instant().plus(pause));
    }

    private Delivery send(PublishedMessage published) {
        UUID account = published.accountId();
        return switch (published.message()) {
            case OutboxMessage.Registered(String nickname, String email, String regionName, long version) ->
                noteReachability(
                        account,
                        Receiver.MEMBER_SERVICE,
                        members.createProfile(account, nickname, email, regionName, version));
            case OutboxMessage.IdentifiersChanged(String nickname, String email, long version) ->
                noteReachability(
                        account, Receiver.MEMBER_SERVICE, members.updateIdentifiers(account, nickname, email, version));
            case OutboxMessage.StateChanged(boolean disabled) ->
                noteReachability(
                        account,
                        Receiver.SCHEDULE_SERVICE,
                        schedules.changeAccountState(account, disabled, published.id()));
            case OutboxMessage.FeedEnded(Instant createdUntil) ->
                noteReachability(account, Receiver.SCHEDULE_SERVICE, schedules.endFeed(account, createdUntil));
            case OutboxMessage.Erased() -> erase(account);
        };
    }

    /** Each attempt calls both services, until both succeed in the same attempt. A repeated call changes nothing. */
    private Delivery erase(UUID account) {
        Delivery calendar = noteReachability(account, Receiver.SCHEDULE_SERVICE, schedules.eraseSchedules(account));
        Delivery profile = noteReachability(account, Receiver.MEMBER_SERVICE, members.eraseProfile(account));
        return calendar == Delivery.DONE ? profile : calendar;
    }

    private Delivery noteReachability(UUID account, Receiver service, Delivery delivery) {
        if (delivery == Delivery.UNREACHABLE) {
            reachability.failed(service, account);
        } else {
            reachability.succeeded(service);
        }
        return delivery;
    }

    private boolean needsUnreachableService(PublishedMessage published) {
        return reachability.unreachable().stream().anyMatch(service -> service.receives(published.message()));
    }

    private Duration pauseAfter(int failures) {
        Duration pause = Duration.ofSeconds(1L << Math.min(failures, 20));
        return pause.compareTo(properties.longestPause()) < 0 ? pause : properties.longestPause();
    }
}
