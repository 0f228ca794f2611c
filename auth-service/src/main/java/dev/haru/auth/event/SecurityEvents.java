package dev.haru.auth.event;

import dev.haru.platform.code.Coded;
import dev.haru.platform.code.OpenEnum;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import dev.haru.platform.database.ReplicaRouting;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.context.ApplicationEventPublisher;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * Writes and reads security events.
 *
 * <p>Longer than 120 lines because the kinds and the statements of one table stand together.
 */
@Repository
public class SecurityEvents {

    private final JdbcClient jdbc;
    private final JdbcClient reading;
    private final ApplicationEventPublisher publisher;
    private final Clock clock;

    SecurityEvents(JdbcClient jdbc, DataSource dataSource, ApplicationEventPublisher publisher, Clock clock) {
        this.jdbc = jdbc;
        this.reading = Autocommit.reading(dataSource);
        this.publisher = publisher;
        this.clock = clock;
    }

    /**
     * Appends an event, in the current transaction if there is one, and publishes it as a {@link SecurityEvent}. A
     * listener may refuse the event with a problem, and the transaction is then rolled back. If the account has been
     * erased and removed during the request, no event is written.
     */
    @Transactional
    public void append(UUID accountId, Kind kind, Origin origin) {
        append(accountId, kind, origin, clock.instant());
    }

    @Transactional
    void append(UUID accountId, Kind kind, Origin origin, Instant at) {
        append(accountId, kind, null, origin, at);
    }

    /**
     * Appends an event as {@link #append}, about a second factor, which the published event names.
     *
     * @param at when the factor was added or replaced
     */
    @Transactional(propagation = Propagation.MANDATORY)
    public void appendAboutFactor(UUID accountId, Kind kind, UUID factor, Origin origin, Instant at) {
        append(accountId, kind, factor, origin, at);
    }

    private void append(UUID accountId, Kind kind, @Nullable UUID factor, Origin origin, Instant at) {
        jdbc.sql("""
                        insert into security_event (account_id, kind, at, session_id, address, user_agent)
                        select id, :kind, :at, :session, :address, :userAgent from account where id = :account
                        for key share
                        """)
                .param("account", accountId)
                .param("kind", kind.code())
                .param("at", at.atOffset(ZoneOffset.UTC))
                .param("session", origin.sessionId())
                .param("address", origin.address())
                .param("userAgent", origin.userAgent())
                .update();
        publisher.publishEvent(new SecurityEvent(accountId, kind, factor, origin, at));
    }

    /**
     * Returns a page of the events of an account from the primary, newest first: those before the given event, or from
     * the newest on.
     */
    public EventPage page(UUID accountId, @Nullable UUID before, int limit) {
        List<Event> page = ReplicaRouting.fromPrimary(() -> list(accountId, before, limit));
        return new EventPage(page, page.size() == limit ? page.getLast().eventId() : null);
    }

    private List<Event> list(UUID accountId, @Nullable UUID before, int limit) {
        return reading.sql("""
                        select id, kind, at, session_id, address, user_agent from security_event
                        where account_id = :account and (cast(:before as uuid) is null or id < :before)
                        order by id desc
                        limit :limit
                        """)
                .param("account", accountId)
                .param("before", before)
                .param("limit", limit)
                .query((row, _) -> new Event(
                        row.getObject("id", UUID.class),
                        row.getString("kind"),
                        Instants.of(row, "at"),
                        row.getObject("session_id", UUID.class),
                        row.getString("address"),
                        row.getString("user_agent")))
                .list();
    }

    /** The kinds of security events. */
    public enum Kind implements Coded {
        REGISTERED,
        SIGNED_IN,
        SIGN_IN_FAILED,
        CONFIRMATION_FAILED,
        SIGNED_OUT,
        SESSION_ENDED,
        OTHER_SESSIONS_ENDED,
        SIGNED_OUT_EVERYWHERE,
        REFRESH_TOKEN_REUSED,
        PASSWORD_CHANGED,
        PASSWORD_CONFIRMED,
        DEVICE_ADDED,
        DEVICE_ENDED,
        NICKNAME_CHANGED,
        EMAIL_CHANGED,
        EMAIL_VERIFIED,
        EMAIL_RESTORED,
        PASSWORD_RECOVERED,
        FACTOR_ADDED,
        FACTOR_REPLACED,
        FACTOR_REMOVED,
        RECOVERY_CODES_CREATED,
        RECOVERY_CODE_USED,
        SECOND_FACTOR_FAILED,
        PASSKEY_CONFIRMED,
        PASSKEY_COUNTER_DECREASED,
        PASSWORD_REMOVED,
        PASSWORD_ADDED,
        TOKEN_CREATED,
        TOKEN_ENDED,
        DATA_EXPORTED;

        /** Returns the code that the database and the API use. */
        @Override
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** A security event, as its account's owner and operators see it. */
    public record Event(
            UUID eventId,

            @OpenEnum(Kind.class) @Schema(example = "signed-in")
            String kind,

            Instant at,
            @Nullable UUID sessionId,
            String address,
            @Nullable String userAgent) {}
}
