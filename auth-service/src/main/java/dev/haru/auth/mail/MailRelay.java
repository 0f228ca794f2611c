package dev.haru.auth.mail;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.mail.MailException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;
import org.springframework.transaction.TransactionException;
import tools.jackson.databind.json.JsonMapper;

/**
 * Delivers the mails of the outbox, at least once. A failed attempt is repeated after a pause that doubles, until the
 * mail expires.
 *
 * <p>Longer than 120 lines because it keeps the outcomes of an attempt together.
 */
@Component
class MailRelay implements DisposableBean {

    private static final Logger log = LoggerFactory.getLogger(MailRelay.class);

    private final MailStore store;
    private final MailSeal seal;
    private final MailTemplates templates;
    private final SmtpClient smtp;
    private final Map<MailTemplate, LateValues> lateValues;
    private final MailProperties properties;
    private final JsonMapper json;
    private final MeterRegistry meters;
    private final Clock clock;

    /** Virtual threads: an interrupt ends their connection, however slowly the server replies. */
    private final ExecutorService deliveries = Executors.newVirtualThreadPerTaskExecutor();

    private volatile @Nullable MailFailure lastFailure;

    MailRelay(
            MailStore store,
            MailSeal seal,
            MailTemplates templates,
            SmtpClient smtp,
            List<LateValues> lateValues,
            MailProperties properties,
            JsonMapper json,
            MeterRegistry meters,
            Clock clock) {
        this.store = store;
        this.seal = seal;
        this.templates = templates;
        this.smtp = smtp;
        this.lateValues = new EnumMap<>(MailTemplate.class);
        lateValues.forEach(values -> values.templates().forEach(template -> this.lateValues.put(template, values)));
        this.properties = properties;
        this.json = json;
        this.meters = meters;
        this.clock = clock;
        for (MailOutcome outcome : MailOutcome.values()) {
            count(outcome, 0); // an alert needs the series from the start
        }
    }

    /** The last failed attempt of this process; null if there was none. */
    @Nullable MailFailure lastFailure() {
        return lastFailure;
    }

    @Scheduled(initialDelayString = "${haru.mail.poll:1s}", fixedDelayString = "${haru.mail.poll:1s}")
    void relay() {
        if (!properties.isConfigured()) {
            return;
        }
        try {
            List<PendingMail> taken;
            boolean deferred;
            do {
                taken = store.take(properties.concurrency(), clock.instant(), properties.lease());
                deferred = deliver(taken);
                // After a deferred mail, the next round continues, so that an unavailable server is not called in vain.
            } while (taken.size() == properties.concurrency() && !deferred);
        } catch (DataAccessException | TransactionException unavailable) {
            log.warn("mail relay: database unavailable: {}", unavailable.toString());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /** Delivers the mails at the same time. Returns whether one was deferred. */
    private boolean deliver(List<PendingMail> taken) throws InterruptedException {
        List<Callable<Attempt>> attempts = taken.stream()
                .<Callable<Attempt>>map(mail -> () -> attempt(mail))
                .toList();
        List<Future<Attempt>> outcomes =
                deliveries.invokeAll(attempts, properties.attempt().toMillis(), TimeUnit.MILLISECONDS);
        boolean deferred = false;
        for (int i = 0; i < taken.size(); i++) {
            Attempt attempt = resultOf(outcomes.get(i));
            settle(taken.get(i), attempt);
            deferred |= attempt.outcome() == MailOutcome.DEFERRED;
        }
        return deferred;
    }

    private Attempt attempt(PendingMail pending) {
        if (!clock.instant().isBefore(pending.expiresAt())) {
            return new Attempt(MailOutcome.EXPIRED, null);
        }
        byte[] content = seal.open(pending.id(), pending.sealed()).orElse(null);
        if (content == null) {
            return new Attempt(MailOutcome.UNREADABLE, null);
        }
        Mail written = json.readValue(content, Mail.class);
        Mail mail = completed(pending.id(), written).orElse(null);
        if (mail == null) {
            return new Attempt(MailOutcome.UNNECESSARY, null);
        }
        try {
            smtp.send(pending.id(), mail.recipient(), templates.fill(mail));
            return new Attempt(MailOutcome.SENT, null);
        } catch (MailException failure) {
            return new Attempt(MailOutcome.of(failure), MailFailure.of(failure, clock.instant()));
        }
    }

    /** Adds the values that exist only at the delivery; empty if the mail must not be sent. */
    private Optional<Mail> completed(UUID id, Mail mail) {
        LateValues source = lateValues.get(mail.template());
        return source == null ? Optional.of(mail) : source.complete(id, mail);
    }

    private Attempt resultOf(Future<Attempt> attempt) throws InterruptedException {
        try {
            return attempt.get();
        } catch (CancellationException tooLate) {
            String reason =
                    "an attempt took longer than " + properties.attempt().toSeconds() + " s";
            return new Attempt(MailOutcome.DEFERRED, new MailFailure(clock.instant(), reason));
        } catch (ExecutionException defect) {
            log.error("mail: an attempt failed", defect.getCause());
            return new Attempt(MailOutcome.DEFERRED, null);
        }
    }

    private void settle(PendingMail pending, Attempt attempt) {
        MailOutcome outcome = attempt.outcome();
        MailFailure failure = attempt.failure();
        String reason = "";
        if (failure != null) {
            lastFailure = failure;
            reason = ": " + failure.reason();
        }
        if (outcome == MailOutcome.DEFERRED) {
            Instant next = clock.instant().plus(pauseAfter(pending.attempts()));
            store.defer(pending.id(), next.isBefore(pending.expiresAt()) ? next : pending.expiresAt());
            log.warn("mail {} {} is deferred{}", pending.template(), pending.id(), reason);
        } else {
            store.end(pending.id());
            if (outcome != MailOutcome.SENT && outcome != MailOutcome.UNNECESSARY) {
                log.warn("mail {} {} is given up, {}{}", pending.template(), pending.id(), outcome.code(), reason);
            }
        }
        count(outcome, 1);
    }

    private Duration pauseAfter(int attempts) {
        Duration pause = properties.firstPause().multipliedBy(1L << Math.min(attempts - 1, 20));
        return pause.compareTo(properties.longestPause()) < 0 ? pause : properties.longestPause();
    }

    private void count(MailOutcome outcome, int mails) {
        meters.counter("haru.mail.deliveries", "outcome", outcome.code()).increment(mails);
    }

    @Override
    public void destroy() {
        deliveries.shutdownNow();
    }

    /**
     * The result of an attempt.
     *
     * @param failure null if the mail server has accepted the mail or was not called
     */
    private record Attempt(MailOutcome outcome, @Nullable MailFailure failure) {}
}
