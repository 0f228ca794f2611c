package dev.haru.auth.recovery;

import static dev.haru.auth.AuthCalls.PASSWORD;
import static dev.haru.auth.AuthCalls.code;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.haru.auth.AccountFixture;
import dev.haru.auth.AccountFixture.Member;
import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.event.Origin;
import dev.haru.auth.event.SecurityEvents;
import dev.haru.auth.event.SecurityEvents.Kind;
import dev.haru.auth.mail.Mailboxes;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import java.sql.Connection;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.test.context.TestPropertySource;

/** The validity of the link in a security notice. */
@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by days
class NoticeLinkTests {

    @Autowired
    private RecoveryCalls recovery;

    @Autowired
    private AccountFixture accounts;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private Mailboxes mailboxes;

    @Autowired
    private MovableClock clock;

    @Autowired
    private SecurityEvents events;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private Member member;

    @BeforeEach
    void register() throws Exception {
        member = accounts.memberWithVerifiedAddress();
    }

    @Test
    void linkIsValidOnceAndEndsThoseOfOtherNotices() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        String first = recovery.noticeLink(member.address());
        append(Kind.FACTOR_ADDED);
        String second = recovery.noticeLink(member.address());

        assertThat(recovery.signOutEverywhere(second)).hasStatus(204);

        assertThat(code(recovery.signOutEverywhere(second))).isEqualTo("invalid-link");
        assertThat(code(recovery.signOutEverywhere(first))).isEqualTo("invalid-link");
        append(Kind.FACTOR_REMOVED);
        assertThat(recovery.signOutEverywhere(recovery.noticeLink(member.address())))
                .hasStatus(204);
    }

    @Test
    void concurrentRequestsUseALinkOnce() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        String link = recovery.noticeLink(member.address());

        List<Integer> statuses = IntStream.range(0, 8)
                .parallel()
                .mapToObj(_ -> recovery.signOutEverywhere(link).getResponse().getStatus())
                .toList();

        assertThat(statuses).containsOnlyOnce(204).hasSize(8);
        assertThat(mailboxes.textsTo(member.address()))
                .filteredOn(text -> text.contains("reset-password"))
                .hasSize(1);
    }

    @Test
    void linksOfTwoNoticesDoNotWaitForEachOther() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        recovery.noticeLink(member.address());
        append(Kind.PASSWORD_REMOVED);
        String first = recovery.noticeLink(member.address());
        append(Kind.PASSWORD_ADDED);
        String second = recovery.noticeLink(member.address());
        try (Connection connection =
                        DriverManager.getConnection(EmbeddedDatabase.url(), "auth_service", EmbeddedDatabase.SECRET);
                ExecutorService threads = Executors.newFixedThreadPool(2)) {
            connection.setAutoCommit(false);
            // A third token, which both requests delete after their own.
            JdbcClient.create(new SingleConnectionDataSource(connection, true))
                    .sql("select 1 from notice_token where account_id = ? and kind = 'password-changed' for update")
                    .param(member.account())
                    .query()
                    .singleRow();
            List<Future<Integer>> both = Stream.of(first, second)
                    .map(link -> threads.submit(
                            () -> recovery.signOutEverywhere(link).getResponse().getStatus()))
                    .toList();
            await().until(() -> waiting() == 2 || both.stream().allMatch(Future::isDone));
            connection.commit();
            assertThat(List.of(both.getFirst().get(), both.getLast().get())).containsExactlyInAnyOrder(204, 422);
        }
    }

    @Test
    void linkExpiresAfterSevenDays() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        String link = recovery.noticeLink(member.address());
        clock.advance(Duration.ofDays(7));

        assertThat(code(recovery.signOutEverywhere(link))).isEqualTo("invalid-link");
    }

    @Test
    void linkOfAFormerAddressIsInvalid() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        String link = recovery.noticeLink(member.address());
        accounts.verify(member.account(), "new" + member.address());

        assertThat(code(recovery.signOutEverywhere(link))).isEqualTo("invalid-link");

        accounts.verify(member.account(), member.address());
        assertThat(recovery.signOutEverywhere(link))
                .as("the refused request used nothing")
                .hasStatus(204);
    }

    @Test
    void linkOfAnErasedAccountIsInvalid() throws Exception {
        String token = calls.signIn(member.nickname());
        String link = recovery.noticeLink(member.address());
        assertThat(calls.erase(token, PASSWORD)).hasStatus(202);

        assertThat(code(recovery.signOutEverywhere(link))).isEqualTo("invalid-link");
    }

    @Test
    void linkOfAnotherPurposeIsRefused() throws Exception {
        append(Kind.PASSWORD_CHANGED);
        String link = recovery.noticeLink(member.address());

        assertThat(code(recovery.reset(link))).isEqualTo("invalid-link");
        assertThat(code(recovery.open("email/restoration", link))).isEqualTo("invalid-link");
        assertThat(code(recovery.open("email/verification/link", link))).isEqualTo("invalid-link");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "hrn_", "hrn_0oVYbW1Yl3nT8Qh2fZ7cKxRsD5aJ6uEwP4mNqGtBvCkAAAAAA"})
    void unknownLinkIsRefused(String link) throws Exception {
        assertThat(code(recovery.signOutEverywhere(link))).isEqualTo("invalid-link");
    }

    @Test
    void formPrintsNoToken() {
        assertThat(new AccountSecuringController.NoticeForm("hrn_token").toString())
                .doesNotContain("hrn_");
    }

    private void append(Kind kind) {
        events.append(member.account(), kind, new Origin("203.0.113.9", null, null));
    }

    private int waiting() {
        return jdbc.sql(
                        "select count(*) from pg_stat_activity where usename = 'auth_service' and wait_event_type = 'Lock'")
                .query(Integer.class)
                .single();
    }
}
