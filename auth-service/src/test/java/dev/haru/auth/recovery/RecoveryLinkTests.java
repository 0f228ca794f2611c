package dev.haru.auth.recovery;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static dev.haru.auth.AuthCalls.read;
import static dev.haru.auth.recovery.RecoveryCalls.NEW_PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.mail.Mail;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailTemplate;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;

/** The validity of the link in a recovery mail. */
@AuthServiceTest
class RecoveryLinkTests {

    @Autowired
    private RecoveryCalls recovery;

    @Autowired
    private AccountFixture accounts;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private Recovery service;

    @Autowired
    private RecoveryTokens tokens;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private Member member;

    @BeforeEach
    void register() throws Exception {
        member = accounts.memberWithVerifiedAddress();
    }

    @Test
    void linkSetsANewPasswordOnce() throws Exception {
        String link = recovery.requestedLink(member.address());

        assertThat(recovery.reset(link)).hasStatus(204);

        assertThat(calls.login(member.nickname(), NEW_PASSWORD)).hasStatus(200);
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(401);
        assertThat(code(recovery.reset(link, "another-password-8"))).isEqualTo("invalid-link");
        assertThat(AuthCalls.readAll(
                        calls.get("events", read(calls.login(member.nickname(), NEW_PASSWORD), "$.token")),
                        "$.items[*].kind"))
                .contains("password-recovered");
    }

    @Test
    void concurrentResetsHaveOneWinner() throws Exception {
        String link = recovery.requestedLink(member.address());

        List<Integer> answers = IntStream.range(0, 4)
                .parallel()
                .mapToObj(i -> recovery.reset(link, "a-new-password-" + i)
                        .getResponse()
                        .getStatus())
                .toList();

        assertThat(answers).containsOnlyOnce(204).contains(422);
    }

    @Test
    void laterLinkReplacesTheEarlierOne() throws Exception {
        String earlier = recovery.requestedLink(member.address());
        clock.advance(Duration.ofMinutes(13));
        String later = recovery.requestedLink(member.address());

        assertThat(code(recovery.reset(earlier))).isEqualTo("invalid-link");
        assertThat(recovery.reset(later)).hasStatus(204);
    }

    @Test
    void linkExpires() throws Exception {
        String link = recovery.requestedLink(member.address());
        clock.advance(Duration.ofMinutes(30));

        assertThat(code(recovery.reset(link))).isEqualTo("invalid-link");
        service.removeExpired();
        assertThat(accounts.rows("recovery_token", member.account())).isZero();
    }

    @Test
    void usedLinkStaysUsedWhenItsMailIsDeliveredAgain() throws Exception {
        UUID id = UUID.randomUUID();
        Mail mail = mail();
        String link = deliver(id, mail).orElseThrow();
        assertThat(recovery.reset(link)).hasStatus(204);

        assertThat(deliver(id, mail)).isEmpty();

        assertThat(code(recovery.reset(link, "another-password-8"))).isEqualTo("invalid-link");
        clock.advance(Duration.ofMinutes(1));
        assertThat(recovery.reset(recovery.requestedLink(member.address()), "another-password-8"))
                .as("a later request")
                .hasStatus(204);
    }

    @Test
    void mailThatIsDeliveredAgainHasTheSameLink() throws Exception {
        UUID id = UUID.randomUUID();
        Mail mail = mail();
        String link = deliver(id, mail).orElseThrow();

        assertThat(deliver(id, mail)).hasValue(link);

        assertThat(recovery.reset(link)).hasStatus(204);
    }

    @ParameterizedTest
    @ValueSource(strings = {"'x' || verified_email_key", "null"})
    void linkIsInvalidAfterAChangeOfTheVerifiedAddress(String key) throws Exception {
        String link = recovery.requestedLink(member.address());
        jdbc.sql("update account set verified_email_key = " + key + " where id = ?")
                .param(member.account())
                .update();

        assertThat(code(recovery.reset(link))).isEqualTo("invalid-link");
        assertThat(calls.login(member.nickname(), PASSWORD)).hasStatus(200);
    }

    @Test
    void thiefWhoChangesThePasswordEndsNoLink() throws Exception {
        UUID id = UUID.randomUUID();
        Mail mail = mail();
        String link = deliver(id, mail).orElseThrow();
        String thief = calls.signIn(member.nickname());
        assertThat(calls.changePassword(thief, PASSWORD, "password-of-a-thief")).hasStatus(204);
        assertThat(deliver(id, mail)).as("delivered again").contains(link);

        assertThat(recovery.reset(link)).hasStatus(204);

        assertThat(calls.get("sessions", thief)).hasStatus(401);
        assertThat(calls.login(member.nickname(), "password-of-a-thief")).hasStatus(401);
        assertThat(calls.login(member.nickname(), NEW_PASSWORD)).hasStatus(200);
        assertThat(deliver(id, mail)).as("used").isEmpty();
    }

    @Test
    void erasedAccountIsNotRecovered() throws Exception {
        String link = recovery.requestedLink(member.address());
        assertThat(calls.erase(calls.signIn(member.nickname()), PASSWORD)).hasStatus(202);

        assertThat(code(recovery.reset(link))).isEqualTo("invalid-link");
        assertThat(calls.login(member.nickname(), NEW_PASSWORD)).hasStatus(401);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "hrp_", "hrp_0oVYbW1Yl3nT8Qh2fZ7cKxRsD5aJ6uEwP4mNqGtBvCkAAAAAA"})
    void unknownLinkIsRefused(String link) throws Exception {
        assertThat(code(recovery.reset(link))).isEqualTo("invalid-link");
    }

    @Test
    void linkOfAnotherPurposeIsRefused() throws Exception {
        String link = recovery.requestedLink(member.address());

        assertThat(recovery.open("email/restoration", link)).hasStatus(422);
    }

    private Mail mail() {
        Instant expiresAt = clock.instant().plus(Duration.ofMinutes(30));
        return new Mail(
                MailAddress.of(member.address()).orElseThrow(), MailTemplate.RECOVERY, "en", Map.of(), expiresAt);
    }

    /** Returns the token of the link; empty if the mail is unnecessary. */
    private Optional<String> deliver(UUID id, Mail mail) {
        return tokens.complete(id, mail)
                .map(completed -> Objects.requireNonNull(completed.values().get("link")))
                .map(link -> link.substring(link.indexOf('#') + 1));
    }
}
