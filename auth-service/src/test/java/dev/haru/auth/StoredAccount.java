package dev.haru.auth;

import dev.haru.platform.test.EmbeddedDatabase;
import java.util.UUID;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

/** An account that a test writes by itself, because the hash of a registration takes too long for many accounts. */
public final class StoredAccount {

    public static final String PASSWORD = "a password of a test";

    private static final String HASH = "{bcrypt}" + new BCryptPasswordEncoder(4).encode(PASSWORD);

    private static final JdbcClient JDBC = EmbeddedDatabase.jdbcOnOneConnection("auth");

    private StoredAccount() {}

    /** Writes an account with a new nickname, and returns its id. */
    public static UUID insert() {
        return insert(AccountFixture.freshNickname());
    }

    /** Writes an account with this nickname, in lower case, and returns its id. */
    public static UUID insert(String nickname) {
        UUID id = UUID.randomUUID();
        JDBC.sql("""
                        insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                        values (:id, :nickname, :nickname, :hash, 0, now())
                        """)
                .param("id", id)
                .param("nickname", nickname)
                .param("hash", HASH)
                .update();
        return id;
    }
}
