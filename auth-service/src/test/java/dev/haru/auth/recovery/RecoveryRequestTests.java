package dev.haru.auth.recovery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.benmanes.caffeine.cache.Ticker;
import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.account.Accounts;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.guard.LoginGuard;
import dev.haru.auth.mail.MailAddress;
import dev.haru.auth.mail.MailOutbox;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.auth.password.Passwords;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.assertj.MvcTestResult;
import org.springframework.transaction.CannotCreateTransactionException;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionStatus;

/** Requests for a link, and the mails that they send. */
@AuthServiceTest
class RecoveryRequestTests {

    @Autowired
    private RecoveryCalls recovery;

    @Autowired
    private AccountFixture members;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private MovableClock clock;

    @Autowired
    private RecoveryStore store;

    @Autowired
    private MailOutbox outbox;

    @Autowired
    private Accounts accounts;

    @Autowired
    private Passwords passwords;

    @Autowired
    private SignOutEverywhere signOut;

    @Autowired
    private LoginGuard guard;

    @Autowired
    private SecurityEvents events;

    @Autowired
    private RecoveryProperties properties;

    @Autowired
    private ObjectProvider<Ticker> ticker;

    @Autowired
    private PlatformTransactionManager transactions;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private Member member;

    @BeforeEach
    void register() throws Exception {
        member = members.memberWithVerifiedAddress();
    }

    @Test
    void unknownAddressGetsTheSameAnswerAndNoMail() throws Exception {
        String unknown = "x" + member.address();

        MvcTestResult answer = recovery.request(unknown);

        assertThat(answer).hasStatus(202);
        assertThat(answer.getResponse().getContentAsString())
                .isEqualTo(recovery.request(member.address()).getResponse().getContentAsString());
        assertThat(mailboxes.textsTo(unknown)).isEmpty();
        assertThat(mailboxes.textsTo(member.address())).hasSize(1);
    }

    @Test
    void unverifiedAddressGetsNoMail() throws Exception {
        members.removeVerifiedAddress(member.account());

        assertThat(recovery.request(member.address())).hasStatus(202);

        assertThat(mailboxes.textsTo(member.address())).isEmpty();
    }

    @Test
    void mailGoesToTheStoredSpelling() throws Exception {
        String stored = member.address().replace("n", "N");
        jdbc.sql("update account set verified_email = :email where id = :id")
                .param("email", stored)
                .param("id", member.account())
                .update();

        assertThat(recovery.request(member.address())).hasStatus(202);

        assertThat(mailboxes.textsTo(stored)).hasSize(1);
        assertThat(mailboxes.textsTo(member.address())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "a@example.org\\r\\nBcc: b@example.org", "a@example.org, b@example.org"})
    void textThatIsNoAddressIsRefused(String text) {
        assertThat(recovery.request(text))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo("email");
    }

    @Test
    void formsPrintNoAddress() {
        assertThat(new RecoveryController.RecoveryForm(member.address()).toString())
                .doesNotContain(member.address());
    }

    @Test
    void requestsSendAtMostFiveMailsInAnHour() throws Exception {
        for (int i = 0; i < 60; i++) {
            assertThat(recovery.request(member.address())).hasStatus(202);
            mailboxes.deliver();
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(mailboxes.textsTo(member.address())).hasSize(5);
    }

    /** Two processes, each with a cache of its own, get the requests in turn. */
    @Test
    void tenThousandRequestsInAnHourSendAtMostFiveMails() {
        List<Recovery> processes = List.of(process(transactions), process(transactions));
        List<MailAddress> spellings = Stream.of(
                        member.address(), member.address().toUpperCase(Locale.ROOT))
                .map(spelling -> MailAddress.of(spelling).orElseThrow())
                .toList();
        int requests = 10_000;
        Duration pause = Duration.ofHours(1).dividedBy(requests);

        for (int i = 0; i < requests; i++) {
            processes.get(i % 2).request(spellings.get(i / 2 % 2), "en");
            clock.advance(pause);
            if (i % 100 == 0) {
                mailboxes.deliver();
            }
        }

        assertThat(mailboxes.textsTo(member.address())).hasSize(5);
    }

    @Test
    void requestsOfOthersLeaveTheOwnerAValidLink() throws Exception {
        for (int i = 0; i < 30; i++) {
            assertThat(recovery.request(member.address())).hasStatus(202);
            mailboxes.deliver();
            clock.advance(Duration.ofMinutes(13));
        }

        assertThat(recovery.reset(recovery.requestedLink(member.address()))).hasStatus(204);
    }

    @Test
    void concurrentRequestsSendOneMail() throws Exception {
        IntStream.range(0, 50)
                .parallel()
                .forEach(_ -> assertThat(recovery.request(member.address())).hasStatus(202));

        assertThat(mailboxes.textsTo(member.address())).hasSize(1);
    }

    @Test
    void failedRequestDoesNotDelayTheNextOne() {
        AtomicBoolean available = new AtomicBoolean();
        Recovery unreliable = process(new PlatformTransactionManager() {
            @Override
            public TransactionStatus getTransaction(@Nullable TransactionDefinition definition) {
                if (!available.get()) {
                    throw new CannotCreateTransactionException("no connection");
                }
                return transactions.getTransaction(definition);
            }

            @Override
            public void commit(TransactionStatus status) {
                transactions.commit(status);
            }

            @Override
            public void rollback(TransactionStatus status) {
                transactions.rollback(status);
            }
        });
        MailAddress recipient = MailAddress.of(member.address()).orElseThrow();
        assertThatThrownBy(() -> unreliable.request(recipient, "en"))
                .isInstanceOf(CannotCreateTransactionException.class);
        available.set(true);

        unreliable.request(recipient, "en");

        assertThat(mailboxes.textsTo(member.address())).hasSize(1);
    }

    /** Returns a recovery as in another process: with the same database, and a cache of its own. */
    private Recovery process(PlatformTransactionManager manager) {
        return new Recovery(
                store, outbox, accounts, passwords, signOut, guard, events, properties, clock, ticker, manager);
    }
}
