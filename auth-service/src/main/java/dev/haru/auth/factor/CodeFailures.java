package dev.haru.auth.factor;

import static dev.haru.platform.database.Instants.at;

import dev.haru.auth.guard.LoginGuard;
import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.time.Clock;
import java.time.Instant;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Counts wrong second factors of an account over a day. The login guard counts over a minute, and a million codes of
 * six digits need a lower rate. Only a client with the right password can cause such a failure. Known devices and
 * sessions have counts of their own, so that a thief of the password does not exclude the owner. A change of the
 * password ends the counts. The end of all sessions does not, because the thief can cause it.
 */
@Repository
class CodeFailures {

    /** All devices that the account does not know. */
    static final UUID UNKNOWN_DEVICES = new UUID(0, 0);

    /** Whether a row of {@code failure} counts for the row of {@code account}. */
    static final String COUNTS = """
            case when failure.password_digest is null then failure.epoch = account.session_epoch
                else failure.password_digest = sha256(convert_to(account.password_hash, 'UTF8')) end\s""";

    private final JdbcClient autocommit;
    private final FactorProperties properties;
    private final Clock clock;

    CodeFailures(DataSource dataSource, FactorProperties properties, Clock clock) {
        this.autocommit = Autocommit.over(dataSource);
        this.properties = properties;
        this.clock = clock;
    }

    /** Throws the 429 problem if there were too many failures of the source. */
    void refuseIfTooMany(UUID account, UUID source) {
        Instant now = clock.instant();
        autocommit
                .sql("""
                        select since from code_failure failure join account on account.id = account_id
                        where account_id = :account and source = :source and failures >= :max and since > :oldest
                            and\s""" + COUNTS)
                .param("account", account)
                .param("source", source)
                .param("max", properties.maxFailures())
                .param("oldest", at(now.minus(properties.window())))
                .query((row, _) -> Instants.of(row, "since"))
                .optional()
                .ifPresent(since -> {
                    throw LoginGuard.tooManyAttempts(since.plus(properties.window()), now);
                });
    }

    /**
     * Counts a failure.
     *
     * @param source a known device or a session of the account, or {@link #UNKNOWN_DEVICES}
     */
    void add(UUID account, UUID source) {
        Instant now = clock.instant();
        autocommit
                .sql("""
                        insert into code_failure as failure
                            (account_id, source, epoch, password_digest, failures, since)
                        select id, :source, session_epoch, sha256(convert_to(password_hash, 'UTF8')), 1, :now
                        from account where id = :account
                        on conflict (account_id, source) do update set
                            (failures, since) = (
                                select case when counts then failure.failures + 1 else 1 end,
                                    case when counts then failure.since else excluded.since end
                                from account cross join lateral (
                                    select failure.since > :oldest and %s as counts) past
                                where account.id = excluded.account_id),
                            epoch = excluded.epoch, password_digest = excluded.password_digest
                        """.formatted(COUNTS))
                .param("account", account)
                .param("source", source)
                .param("now", at(now))
                .param("oldest", at(now.minus(properties.window())))
                .update();
    }

    /** Deletes at most {@code batch} counts of past windows. */
    int removePast(int batch) {
        return autocommit
                .sql("""
                        delete from code_failure where (account_id, source) in (
                            select account_id, source from code_failure where since <= :oldest
                            limit :batch for update skip locked)
                        """)
                .param("oldest", at(clock.instant().minus(properties.window())))
                .param("batch", batch)
                .update();
    }
}
