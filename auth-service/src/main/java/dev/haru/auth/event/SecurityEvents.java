package dev.haru.auth.event;

import dev.haru.platform.database.Autocommit;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import javax.sql.DataSource;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Transactional;

/** Writes and reads security events. */
@Repository
public class SecurityEvents {

    private final JdbcClient jdbc;
    private final JdbcClient reading;
    private final Clock clock;

    SecurityEvents(JdbcClient jdbc, DataSource dataSource, Clock clock) {
        this.jdbc = jdbc;
        this.reading = Autocommit.reading(dataSource);
        this.clock = clock;
    }

    /** Appends an event, in the current transaction if there is one. */
    @Transactional
    public void append(UUID accountId, Kind kind, Origin origin) {
        append(accountId, kind, origin, clock.instant());
    }

    @Transactional
    void append(UUID accountId, Kind kind, Origin origin, Instant at) {
        jdbc.sql("""
                        insert into security_event (account_id, kind, at, session_id, address, user_agent)
                        values (:account, :kind, :at, :session, :address, :userAgent)
                        """)
                .param("account", accountId)
                .param("kind", kind.code())
                .param("at", at.atOffset(ZoneOffset.UTC))
                .param("session", origin.sessionId())
                .param("address", origin.address())
                .param("userAgent", origin.userAgent())
                .update();
    }

    /** Returns events of an account, newest first: those before the given event, or from the newest on. */
    List<Event> list(UUID accountId, @Nullable UUID before, int limit) {
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
                        row.getTimestamp("at").toInstant(),
                        row.getObject("session_id", UUID.class),
                        row.getString("address"),
                        row.getString("user_agent")))
                .list();
    }

    /** The kinds of security events. */
    public enum Kind {
        REGISTERED,
        SIGNED_IN,
        SIGN_IN_FAILED,
        CONFIRMATION_FAILED,
        SIGNED_OUT,
        SESSION_ENDED,
        OTHER_SESSIONS_ENDED,
        REFRESH_TOKEN_REUSED,
        PASSWORD_CHANGED,
        PASSWORD_CONFIRMED,
        DEVICE_ADDED,
        DEVICE_ENDED,
        NICKNAME_CHANGED,
        EMAIL_CHANGED;

        /** Returns the code that the database and the API use. */
        public String code() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    record Event(
            UUID eventId,
            String kind,
            Instant at,
            @Nullable UUID sessionId,
            String address,
            @Nullable String userAgent) {}
}
