package dev.haru.auth;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.platform.test.OnEmbeddedRedis;
import dev.haru.platform.test.bounds.BoundsWalk;
import dev.haru.platform.token.Sha256;
import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.util.List;
import java.util.UUID;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ContextConfiguration;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            // The test registers and signs in more often than the limits of one address permit.
            "haru.login-guard.sign-up.enabled=false",
            "haru.login-guard.suspicious.address=1000000",
            "haru.login-guard.hostile.address=1000",
            "haru.login-guard.hostile.solved-address=1000",
            "haru.login-guard.spraying.password=1000",
            "haru.login-guard.spraying.all=10000"
        })
@OnEmbeddedPostgres
@OnEmbeddedRedis
@ContextConfiguration(initializers = FakeService.Initializer.class)
class BoundsTests extends BoundsWalk {

    /** A token of each walk needs an account of its own, and inserting one is ten times as fast as a registration. */
    private static final String ADD_OPERATOR = """
            insert into account (id, nickname, nickname_key, password_hash, version, created_at, role, second_factor)
            values (:account, :nickname, :nickname, 'none', 0, now(), 'admin', true);
            insert into session (id, account_id, created_at, last_used_at, address, second_factor_at)
            values (:session, :account, now(), now(), '127.0.0.1', now());
            insert into access_token (hash, session_id, account_id, expires_at)
            values (:hash, :session, :account, now() + interval '1 hour')
            """;

    private final SecureRandom random = new SecureRandom();

    /** Returns the token of an operator, which reaches the most endpoints. */
    @Override
    protected String token() {
        String token = TokenFormat.generate(TokenFormat.ACCESS, random);
        UUID account = UUID.randomUUID();
        EmbeddedDatabase.jdbc("auth")
                .sql(ADD_OPERATOR)
                .param("account", account)
                .param("nickname", "bounds_" + account)
                .param("session", UUID.randomUUID())
                .param("hash", Sha256.of(token))
                .update();
        return token;
    }

    @Override
    protected List<String> credentials() {
        return List.of("member-service:" + EmbeddedDatabase.SECRET);
    }
}
