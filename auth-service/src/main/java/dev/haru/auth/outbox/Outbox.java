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
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
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
 */
@Component
public class Outbox {

    private static final Logger log = LoggerFactory.getLogger(Outbox.class);

    private final OutboxStore store;
    private final MemberClient members;
    private final ScheduleClient schedules;
    private final ApplicationEventPublisher listeners;
    private final OutboxProperties properties;
    private final Clock clock;

    /** Upstream services that were unreachable. Until this time, requests leave the delivery to the relay. */
    private final Map<UpstreamService, Instant> unreachableUntil = new ConcurrentHashMap<>();

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
    }

    /** Writes the message in the current transaction. It is delivered if and only if the transaction commits. */
    public PublishedMessage publish(UUID accountId, OutboxMessage message) {
        return store.add(accountId, message, clock.instant(), properties.headStart());
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
        Span span = Spans.start("outbox hand-over");
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

    @Scheduled(fixedDelayString = "${haru.outbox.poll:1s}")
    void relay() {
        try {
            boolean erasures = true;
            List<PublishedMessage> taken;
            do {
                taken = store.take(properties.batch(), erasures, clock.instant(), properties.lease());
                int left = deliverAll(taken);
                if (left > 0) {
                    log.warn("outbox: an upstream service is unreachable; at least {} messages are pending", left);
                    if (isUnreachable(UpstreamService.MEMBER_SERVICE)) {
                        return; // every message is for member-service
                    }
                    // Only schedule-service is unreachable. Skip erasures, so that other messages do not wait behind
                    // them.
                    erasures = false;
                }
            } while (taken.size() == properties.batch());
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("outbox relay: database unavailable: {}", unavailable.toString());
        }
    }

    /**
     * Delivers the messages. Releases those for an unreachable upstream service to the next round, and returns their
     * number.
     */
    private int deliverAll(List<PublishedMessage> taken) {
        Deque<PublishedMessage> untried = new ArrayDeque<>(taken);
        List<Long> left = new ArrayList<>();
        try {
            while (!untried.isEmpty()) {
                PublishedMessage next = untried.poll();
                if ((!left.isEmpty() && needsUnreachableService(next)) || deliver(next) == Delivery.UNREACHABLE) {
                    left.add(next.id());
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
        Span span = Spans.startLinked("outbox hand-over", next.traceParent());
        try (Scope _ = span.makeCurrent()) {
            Delivery delivery = send(next);
            if (delivery == Delivery.DONE) {
                done(next);
            } else if (delivery == Delivery.REFUSED) {
                Duration pause = pauseAfter(next.refusals() + 1);
                log.error("outbox: an upstream service refused message {}; next attempt in {}", next.id(), pause);
                store.refused(next.id(), clock.instant().plus(pause));
            }
            return delivery;
        } finally {
            span.end();
        }
    }

    private Delivery send(PublishedMessage published) {
        UUID account = published.accountId();
        return switch (published.message()) {
            case OutboxMessage.Registered(String nickname, String email, String regionName, long version) ->
                noteReachability(
                        UpstreamService.MEMBER_SERVICE,
                        members.createProfile(account, nickname, email, regionName, version));
            case OutboxMessage.IdentifiersChanged(String nickname, String email, long version) ->
                noteReachability(
                        UpstreamService.MEMBER_SERVICE, members.updateIdentifiers(account, nickname, email, version));
            case OutboxMessage.Erased() -> erase(account);
        };
    }

    /** Each attempt calls both services, until both succeed in the same attempt. A repeated call changes nothing. */
    private Delivery erase(UUID account) {
        Delivery calendar = noteReachability(UpstreamService.SCHEDULE_SERVICE, schedules.eraseSchedules(account));
        Delivery profile = noteReachability(UpstreamService.MEMBER_SERVICE, members.eraseProfile(account));
        return calendar == Delivery.DONE ? profile : calendar;
    }

    private Delivery noteReachability(UpstreamService service, Delivery delivery) {
        if (delivery == Delivery.UNREACHABLE) {
            unreachableUntil.put(service, clock.instant().plus(properties.silence()));
        } else {
            unreachableUntil.remove(service);
        }
        return delivery;
    }

    private boolean needsUnreachableService(PublishedMessage published) {
        return isUnreachable(UpstreamService.MEMBER_SERVICE)
                || (published.message() instanceof OutboxMessage.Erased
                        && isUnreachable(UpstreamService.SCHEDULE_SERVICE));
    }

    private boolean isUnreachable(UpstreamService service) {
        return clock.instant().isBefore(unreachableUntil.getOrDefault(service, Instant.MIN));
    }

    private Duration pauseAfter(int refusals) {
        Duration pause = Duration.ofSeconds(1L << Math.min(refusals, 20));
        return pause.compareTo(properties.longestPause()) < 0 ? pause : properties.longestPause();
    }

    /** The receivers. Every message is for member-service; erasures are for schedule-service, too. */
    private enum UpstreamService {
        MEMBER_SERVICE,
        SCHEDULE_SERVICE
    }
}
