package dev.haru.auth.personaltoken;

import static dev.haru.platform.database.Instants.at;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import dev.haru.platform.security.Scopes;
import dev.haru.platform.token.Sha256;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/**
 * The table of personal access tokens. A token is valid while its row exists, has not expired, and has at least the
 * session epoch of its account. Ending one token therefore deletes one row. The statement that ends all other sessions
 * of an account ends all its personal access tokens, too (decision 057).
 *
 * <p>Longer than 120 lines because it keeps the statements about one table together.
 */
@Repository
class PersonalTokenStore {

    private static final String VALID = """
            select token.id, token.account_id, token.name, token.scopes, token.created_at, token.expires_at,
                token.last_used_at, token.hash
            from personal_access_token token join account on account.id = token.account_id
            where token.epoch >= account.session_epoch and account.erased_at is null
              and\s""";

    static final String FIND = VALID + "token.hash = ? and token.expires_at > ?";

    static final String FIND_ALL = VALID + "token.hash = any(?) and token.expires_at > ?";

    private final JdbcClient jdbc;
    private final JdbcClient reading;

    PersonalTokenStore(JdbcClient jdbc, DataSource dataSource) {
        this.jdbc = jdbc;
        this.reading = Autocommit.reading(dataSource);
    }

    /** Returns the token with this value; empty if it is unknown, expired or revoked. */
    Optional<PersonalToken> find(String value, Instant now) {
        return reading.sql(FIND)
                .param(Sha256.of(value))
                .param(at(now))
                .query((row, _) -> token(row))
                .optional();
    }

    /** Returns those of the values that are valid, with their tokens. */
    Map<String, PersonalToken> findAll(Set<String> values, Instant now) {
        Map<ByteBuffer, String> byHash = HashMap.newHashMap(values.size());
        values.forEach(value -> byHash.put(ByteBuffer.wrap(Sha256.of(value)), value));
        Map<String, PersonalToken> found = HashMap.newHashMap(values.size());
        reading.sql(FIND_ALL)
                .param(byHash.keySet().stream().map(ByteBuffer::array).toArray(byte[][]::new))
                .param(at(now))
                .query(row -> {
                    found.put(byHash.get(ByteBuffer.wrap(row.getBytes("hash"))), token(row));
                });
        return found;
    }

    /** Returns the valid tokens of an account, the newest first. */
    List<PersonalToken> list(UUID account, Instant now) {
        return reading.sql(VALID + """
                        token.account_id = ? and token.expires_at > ?
                        order by token.created_at desc, token.id desc
                        """)
                .param(account)
                .param(at(now))
                .query((row, _) -> token(row))
                .list();
    }

    /**
     * Locks the account until the transaction ends, so that no other transaction adds a token or ends the sessions.
     * Returns the session epoch of the account; empty if the account is erased.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    Optional<Long> lock(UUID account) {
        return jdbc.sql("select session_epoch from account where id = ? and erased_at is null for no key update")
                .param(account)
                .query(Long.class)
                .optional();
    }

    /** Deletes the tokens of an account that have expired or ended, and counts the others. */
    @Transactional(propagation = Propagation.MANDATORY)
    int removeInvalid(UUID account, long epoch, Instant now) {
        jdbc.sql("delete from personal_access_token where account_id = ? and (epoch < ? or expires_at <= ?)")
                .params(account, epoch, at(now))
                .update();
        return jdbc.sql("select count(*) from personal_access_token where account_id = ?")
                .param(account)
                .query(Integer.class)
                .single();
    }

    /** Adds a token with this value. */
    @Transactional(propagation = Propagation.MANDATORY)
    PersonalToken insert(
            UUID account, long epoch, String value, String name, Scopes scopes, Instant now, Instant expiresAt) {
        return jdbc.sql("""
                        insert into personal_access_token
                            (id, account_id, epoch, hash, name, scopes, created_at, expires_at)
                        values (uuidv7(), :account, :epoch, :hash, :name, :scopes, :now, :expiresAt)
                        returning id, account_id, name, scopes, created_at, expires_at, last_used_at
                        """)
                .param("account", account)
                .param("epoch", epoch)
                .param("hash", Sha256.of(value))
                .param("name", name)
                .param("scopes", scopes.codes())
                .param("now", at(now))
                .param("expiresAt", at(expiresAt))
                .query((row, _) -> token(row))
                .single();
    }

    /**
     * Ends a token of an account. Returns false if the account has no such valid token. Locks the account first,
     * because the event of the end locks it, too: a removal of the account would otherwise wait for the token, and this
     * transaction for the removal.
     */
    @Transactional(propagation = Propagation.MANDATORY)
    boolean end(UUID account, UUID token, Instant now) {
        return jdbc.sql("""
                        with owner as materialized (
                            select id, session_epoch from account where id = :account for key share)
                        delete from personal_access_token token using owner
                        where token.id = :token and token.account_id = owner.id and token.expires_at > :now
                          and token.epoch >= owner.session_epoch
                        """)
                        .param("token", token)
                        .param("account", account)
                        .param("now", at(now))
                        .update()
                > 0;
    }

    /** Records a use, unless one since {@code before} is recorded. */
    @Transactional
    void recordUse(UUID token, Instant now, Instant before) {
        jdbc.sql("""
                        update personal_access_token set last_used_at = :now
                        where id = :token and (last_used_at is null or last_used_at <= :before)
                        """)
                .param("token", token)
                .param("now", at(now))
                .param("before", at(before))
                .update();
    }

    /** Deletes at most {@code batch} expired tokens. */
    @Transactional
    int removeExpired(Instant now, int batch) {
        return jdbc.sql("""
                        delete from personal_access_token where id in (
                            select id from personal_access_token where expires_at <= :now
                            order by expires_at limit :batch for update skip locked)
                        """).param("now", at(now)).param("batch", batch).update();
    }

    private static PersonalToken token(ResultSet row) throws SQLException {
        return new PersonalToken(
                row.getObject("id", UUID.class),
                row.getObject("account_id", UUID.class),
                row.getString("name"),
                Scopes.parse(row.getString("scopes")),
                Instants.of(row, "created_at"),
                Instants.of(row, "expires_at"),
                Instants.orNull(row, "last_used_at"));
    }
}
