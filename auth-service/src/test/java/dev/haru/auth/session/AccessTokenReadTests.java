package dev.haru.auth.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.personaltoken.PersonalTokenLookup;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.identity.Revocations;
import dev.haru.platform.test.AutoConfigureUpstreams;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.OnEmbeddedPostgres;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.data.jpa.test.autoconfigure.DataJpaTest;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.transaction.annotation.Propagation;
import org.springframework.transaction.annotation.Transactional;

/** Look-ups read the replica or the primary. The two databases of this test do not replicate. */
@OnEmbeddedPostgres
@DataJpaTest
@AutoConfigureUpstreams
@Import({AccessTokenStore.class, AccessTokens.class})
@Transactional(propagation = Propagation.NOT_SUPPORTED)
class AccessTokenReadTests {

    private static final JdbcClient PRIMARY = EmbeddedDatabase.jdbc("auth");
    private static final JdbcClient REPLICA = EmbeddedDatabase.standbyJdbc("auth");

    @Autowired
    private AccessTokens tokens;

    @Autowired
    private Revocations revocations;

    @MockitoBean
    private PersonalTokenLookup personalTokens;

    private final Token token = Token.access(new SecureRandom());
    private final UUID account = UUID.randomUUID();
    private final UUID session = UUID.randomUUID();

    @DynamicPropertySource
    static void readFromTheReplica(DynamicPropertyRegistry properties) {
        properties.add("DB_READ_URL", EmbeddedDatabase::standbyUrl);
    }

    @BeforeAll
    static void migrateTheReplica() {
        Flyway.configure()
                .dataSource(EmbeddedDatabase.standbyUrl(), "auth_service", EmbeddedDatabase.SECRET)
                .schemas("auth")
                .createSchemas(false)
                .load()
                .migrate();
    }

    @Test
    void tokenIsReadFromTheReplica() {
        issueOn(REPLICA);

        assertThat(sessionOf(Freshness.CACHED)).contains(session);
    }

    @Test
    void tokenMissingOnTheReplicaIsReadFromThePrimary() {
        issueOn(PRIMARY);

        assertThat(sessionOf(Freshness.CACHED)).contains(session);
    }

    @Test
    void freshLookUpReadsThePrimary() {
        issueOn(REPLICA);
        assertThat(sessionOf(Freshness.CACHED)).isPresent();

        assertThat(sessionOf(Freshness.FRESH)).as("missing on the primary").isEmpty();
    }

    @Test
    void lookUpAfterARevocationReadsThePrimary() {
        issueOn(REPLICA);
        assertThat(sessionOf(Freshness.CACHED)).isPresent();

        revocations.otherSessionsEnded(account, UUID.randomUUID());

        assertThat(sessionOf(Freshness.CACHED)).as("missing on the primary").isEmpty();
    }

    @Test
    void tokensMissingOnTheReplicaAreReadFromThePrimary() {
        Token onPrimary = Token.access(new SecureRandom());
        Token unknown = Token.access(new SecureRandom());
        issueOn(REPLICA);
        issueOn(PRIMARY, onPrimary, UUID.randomUUID(), UUID.randomUUID());

        assertThat(tokens.ownersOf(List.of(token.value(), onPrimary.value(), unknown.value())))
                .hasEntrySatisfying(
                        token.value(),
                        owner ->
                                assertThat(owner).map(CachedIdentity::sessionId).contains(session))
                .hasEntrySatisfying(
                        onPrimary.value(), owner -> assertThat(owner).isPresent())
                .containsEntry(unknown.value(), Optional.empty());
    }

    @Test
    void tokensAfterARevocationAreReadFromThePrimary() {
        issueOn(REPLICA);

        revocations.otherSessionsEnded(account, UUID.randomUUID());

        assertThat(tokens.ownersOf(List.of(token.value())))
                .as("missing on the primary")
                .containsEntry(token.value(), Optional.empty());
    }

    @Test
    void unknownTokenHasNoOwner() {
        assertThat(sessionOf(Freshness.CACHED)).isEmpty();
    }

    private Optional<UUID> sessionOf(Freshness freshness) {
        return tokens.ownerOf(token.value(), freshness).map(CachedIdentity::sessionId);
    }

    private void issueOn(JdbcClient server) {
        issueOn(server, token, account, session);
    }

    private static void issueOn(JdbcClient server, Token token, UUID account, UUID session) {
        server.sql("""
                        with owner as (
                            insert into account (id, nickname, nickname_key, password_hash, version, created_at)
                            values (:account, :nickname, :nickname, '{none}', 0, now()) returning id),
                        opened as (
                            insert into session (id, account_id, created_at, last_used_at, address)
                            select :session, id, now(), now(), '192.0.2.1' from owner returning id)
                        insert into access_token (hash, session_id, account_id, expires_at)
                        select :hash, id, :account, now() + interval '1 hour' from opened
                        """)
                .param("account", account)
                .param("nickname", account.toString())
                .param("session", session)
                .param("hash", token.hash())
                .update();
    }
}
