package dev.haru.auth.session;

import dev.haru.platform.database.Autocommit;
import dev.haru.platform.database.Instants;
import java.nio.ByteBuffer;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import javax.sql.DataSource;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Repository;

/**
 * Reads access tokens. A token is valid only while its session and its account are valid. Session and account are one
 * row each, read by primary key. The end of a session, or of all sessions of an account, therefore changes one row
 * (decision 044).
 */
@Repository
class AccessTokenStore {

    private static final String VALID = """
            from access_token token
              join session on session.id = token.session_id
              join account on account.id = session.account_id
            where token.revoked_at is null and session.ended_at is null
              and session.epoch >= account.session_epoch and account.erased_at is null
              and\s""";

    static final String FIND = "select token.account_id, token.session_id, token.expires_at " + VALID
            + "token.hash = ? and token.expires_at > ?";

    static final String FIND_ALL = "select token.hash, token.account_id, token.session_id, token.expires_at "
            + VALID
            + "token.hash = any(?) and token.expires_at > ?";

    private final JdbcClient jdbc;

    AccessTokenStore(DataSource dataSource) {
        this.jdbc = Autocommit.reading(dataSource);
    }

    /** The owner of an access token; empty if the token is unknown, expired or revoked, or its session has ended. */
    Optional<SignedIn> introspect(Token access, Instant now) {
        return jdbc.sql(FIND)
                .param(access.hash())
                .param(now.atOffset(ZoneOffset.UTC))
                .query((row, _) -> signedIn(row))
                .optional();
    }

    /** The owners of those access tokens that are valid. */
    Map<Token, SignedIn> introspect(Set<Token> access, Instant now) {
        Map<ByteBuffer, Token> byHash = HashMap.newHashMap(access.size());
        access.forEach(token -> byHash.put(ByteBuffer.wrap(token.hash()), token));
        Map<Token, SignedIn> owners = HashMap.newHashMap(access.size());
        jdbc.sql(FIND_ALL)
                .param(byHash.keySet().stream().map(ByteBuffer::array).toArray(byte[][]::new))
                .param(now.atOffset(ZoneOffset.UTC))
                .query(row -> {
                    owners.put(byHash.get(ByteBuffer.wrap(row.getBytes("hash"))), signedIn(row));
                });
        return owners;
    }

    private static SignedIn signedIn(ResultSet row) throws SQLException {
        return new SignedIn(
                row.getObject("account_id", UUID.class),
                row.getObject("session_id", UUID.class),
                Instants.of(row, "expires_at"));
    }
}
