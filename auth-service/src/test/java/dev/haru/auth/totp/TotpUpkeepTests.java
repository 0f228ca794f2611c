package dev.haru.auth.totp;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.totp.FactorCalls.Member;
import dev.haru.platform.signing.SigningKeys;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rotates the signing secret under which the secrets of authenticator apps are encrypted. */
@AuthServiceTest
class TotpUpkeepTests {

    private static final String OLD = "the first signing secret of the test";
    private static final String NEW = "the second signing secret of the test";

    @Autowired
    private FactorCalls factors;

    @Autowired
    private TotpStore store;

    @Autowired
    private TotpUpkeep upkeep;

    @Autowired
    private MovableClock clock;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final SecureRandom random = new SecureRandom();

    private Member member;

    @BeforeEach
    void setUp() throws Exception {
        member = factors.memberWithTotp("keys-" + UUID.randomUUID().toString().substring(0, 12));
    }

    @Test
    void secretOutlivesTheOldSigningSecret() {
        TotpSecrets old = secrets(OLD);
        store.replace(stored(), old.encrypt(member.account(), member.secret()), old.keyId());
        assertThat(secrets(NEW).decrypt(member.account(), stored().secret())).isEmpty();

        new TotpUpkeep(store, secrets(NEW, OLD), clock).run();

        assertThat(secrets(NEW).decrypt(member.account(), stored().secret())).hasValue(member.secret());
    }

    @Test
    void unreadableSecretIsKept() {
        TotpSecrets old = secrets(OLD);
        byte[] encrypted = old.encrypt(member.account(), member.secret());
        store.replace(stored(), encrypted, old.keyId());

        new TotpUpkeep(store, secrets(NEW), clock).run();

        assertThat(stored().secret()).isEqualTo(encrypted);
    }

    @Test
    void thousandUnreadableSecretsStopNoReadableOne() {
        jdbc.sql("""
                        with added as (
                            insert into factor (id, account_id, kind, created_at)
                            select cast('00000000-0000-0000-0000-' || lpad(number::text, 12, '0') as uuid), :account,
                                'unreadable', now()
                            from generate_series(1, 1000) number
                            returning id)
                        insert into totp (factor_id, secret, key_id, last_step)
                        select id, :secret, 'other'::bytea, 0 from added
                        """)
                .param("account", member.account())
                .param(
                        "secret",
                        secrets("a removed signing secret of the test").encrypt(member.account(), new byte[20]))
                .update();
        TotpSecrets old = secrets(OLD);
        store.replace(stored(), old.encrypt(member.account(), member.secret()), old.keyId());

        new TotpUpkeep(store, secrets(NEW, OLD), clock).run();
        jdbc.sql("delete from factor where kind = 'unreadable'").update();

        assertThat(secrets(NEW).decrypt(member.account(), stored().secret())).hasValue(member.secret());
    }

    @Test
    void secretOfAnotherAccountIsUnreadable() {
        byte[] encrypted = secrets(OLD).encrypt(member.account(), member.secret());

        assertThat(secrets(OLD).decrypt(UUID.randomUUID(), encrypted)).isEmpty();
    }

    @Test
    void expiredPendingSecretIsDeleted() throws Exception {
        factors.begin(member.token());
        clock.advance(Duration.ofMinutes(10));
        upkeep.run();

        assertThat(jdbc.sql("select count(*) from pending_totp where account_id = ?")
                        .param(member.account())
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    private TotpStore.StoredTotp stored() {
        return store.find(member.account()).orElseThrow();
    }

    private TotpSecrets secrets(String... signing) {
        return new TotpSecrets(new SigningKeys(List.of(signing)), random);
    }
}
