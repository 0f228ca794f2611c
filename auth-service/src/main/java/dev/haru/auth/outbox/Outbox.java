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
 * Tells the neighbours of accounts, at least once and for each account in order. The request that wrote an announcement
 * delivers it after its commit, so that whoever registered finds the profile in place; when that fails, or the process
 * dies first, the relay delivers. See docs/decisions/002-transactional-outbox.md.
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

    /** Until then no request waits for the neighbour: it did not answer a moment ago. */
    private final Map<FakeService, Instant> silentUntil = new ConcurrentHashMap<>();

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

    /** Writes the announcement within the transaction at hand: it is delivered if, and only if, that commits. */
    public PublishedMessage announce(UUID accountId, OutboxMessage announcement) {
        return store.add(accountId, announcement, clock.instant(), properties.headStart());
    }

    /** The same, for what makes everything that is still to be said of the account pointless. */
    public PublishedMessage announceInsteadOfAll(UUID accountId, OutboxMessage announcement) {
        store.forget(accountId);
        return announce(accountId, announcement);
    }

    /** Delivers the first announcement of an account now if the neighbours answer. Call it after the commit. */
    public void deliverNow(PublishedMessage first) {
        if (asksTheSilent(first)) {
            return;
        }
        Span span = Spans.start("outbox hand-over");
        try (Scope _ = span.makeCurrent()) {
            if (send(first) == Delivery.DONE) {
                done(first);
            }
        } catch (DataAccessException | TransactionException | DeadlineExceeded unavailable) {
            // What the request wrote is committed, and the relay delivers again: no reason to answer with an error.
            log.warn("outbox: delivery failed, the relay repeats it: {}", unavailable.toString());
        } finally {
            span.end();
        }
    }

    private void done(PublishedMessage announced) {
        listeners.publishEvent(new Delivered(announced));
        store.delivered(announced.id());
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
                    if (isSilent(FakeService.MEMBER_SERVICE)) {
                        return; // which hears of everything
                    }
                    // However many of them wait, nobody's profile waits behind them.
                    erasures = false;
                }
            } while (taken.size() == properties.batch());
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("outbox relay: database unavailable: {}", unavailable.toString());
        }
    }

    /** How many are left, for whoever comes next, because a neighbour whom they are for was found unreachable. */
    private int deliverAll(List<PublishedMessage> taken) {
        Deque<PublishedMessage> waiting = new ArrayDeque<>(taken);
        List<Long> left = new ArrayList<>();
        try {
            while (!waiting.isEmpty()) {
                PublishedMessage next = waiting.poll();
                if ((!left.isEmpty() && asksTheSilent(next)) || deliver(next) == Delivery.UNREACHABLE) {
                    left.add(next.id());
                }
            }
            return left.size();
        } finally {
            // What is still waiting is so because the one at hand failed, which has its lease as a pause.
            waiting.forEach(untried -> left.add(untried.id()));
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

    private Delivery send(PublishedMessage announced) {
        UUID account = announced.accountId();
        return switch (announced.announcement()) {
            case OutboxMessage.Joined(String nickname, String email, String regionName, long version) ->
                heard(FakeService.MEMBER_SERVICE, members.join(account, nickname, email, regionName, version));
            case OutboxMessage.CachedIdentity(String nickname, String email, long version) ->
                heard(FakeService.MEMBER_SERVICE, members.identify(account, nickname, email, version));
            case OutboxMessage.Erased() -> erase(account);
        };
    }

    /** Both are told each time until both have done it in the same round; neither minds being told again. */
    private Delivery erase(UUID account) {
        Delivery erased = heard(FakeService.SCHEDULE_SERVICE, schedules.eraseAllOf(account));
        Delivery profile = heard(FakeService.MEMBER_SERVICE, members.erase(account));
        return erased == Delivery.DONE ? profile : erased;
    }

    private Delivery heard(FakeService neighbour, Delivery delivery) {
        if (delivery == Delivery.UNREACHABLE) {
            silentUntil.put(neighbour, clock.instant().plus(properties.silence()));
        } else {
            silentUntil.remove(neighbour);
        }
        return delivery;
    }

    private boolean asksTheSilent(PublishedMessage announced) {
        return isSilent(FakeService.MEMBER_SERVICE)
                || (announced.announcement() instanceof OutboxMessage.Erased && isSilent(FakeService.SCHEDULE_SERVICE));
    }

    private boolean isSilent(FakeService neighbour) {
        return clock.instant().isBefore(silentUntil.getOrDefault(neighbour, Instant.MIN));
    }

    private Duration pauseAfter(int refusals) {
        Duration pause = Duration.ofSeconds(1L << Math.min(refusals, 20));
        return pause.compareTo(properties.longestPause()) < 0 ? pause : properties.longestPause();
    }

    /** Who is told. Member-service hears of everything, schedule-service of erasures. */
    private enum FakeService {
        MEMBER_SERVICE,
        SCHEDULE_SERVICE
    }
}
