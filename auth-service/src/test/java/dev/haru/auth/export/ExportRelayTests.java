package dev.haru.auth.export;

import static com.github.tomakehurst.wiremock.client.WireMock.getRequestedFor;
import static com.github.tomakehurst.wiremock.client.WireMock.urlPathEqualTo;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.FakeService;
import dev.haru.auth.outbox.RelayDriver;
import dev.haru.platform.test.MovableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Gathering of archives: outages, restarts, erasures and limits. */
@AuthServiceTest
class ExportRelayTests {

    private static final Duration LEASE = Duration.ofMinutes(1);

    @Autowired
    private ExportRelay relay;

    @Autowired
    private GatheringStore gathering;

    @Autowired
    private ArchiveData data;

    @Autowired
    private PartSeal seal;

    @Autowired
    private RelayDriver outbox;

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MockMvcTester http;

    @Autowired
    private MovableClock clock;

    private ExportFixture owner;

    @BeforeEach
    void newMember() throws Exception {
        owner = new ExportFixture(http, calls, clock);
        owner.newMember();
    }

    @Test
    void unavailableServiceOnlyDelaysTheArchive() {
        owner.unavailable("schedules");
        String location = owner.requested();
        for (int i = 0; i < 5; i++) {
            relay.relay();
            clock.advance(Duration.ofMinutes(2));
        }
        assertThat(owner.read(location)).hasStatus(202);

        owner.page("schedules", null, "{\"items\":[{\"title\":\"after the outage\"}]}");
        relay.relay();

        assertThat(owner.read(location))
                .bodyJson()
                .extractingPath("$.schedules[0].title")
                .isEqualTo("after the outage");
        FakeService.SERVER.verify(1, getRequestedFor(urlPathEqualTo(owner.path("profile"))));
    }

    @Test
    void unavailableServiceIsCalledLessOften() {
        owner.unavailable("profile");
        owner.requested();
        relay.relay();
        relay.relay();

        FakeService.SERVER.verify(1, getRequestedFor(urlPathEqualTo(owner.path("profile"))));
    }

    @Test
    void pagesOfASectionAreJoined() throws Exception {
        UUID first = new UUID(0, 1);
        UUID second = new UUID(0, 2);
        owner.page("ratings", null, page("{\"rating\":1},{\"rating\":2}", first));
        owner.page("ratings", first, page("{\"rating\":3}", second));
        owner.page("ratings", second, "{\"items\":[],\"next\":null}");
        String location = owner.requested();
        relay.relay();

        assertThat(AuthCalls.readAll(owner.read(location), "$.ratings[*].rating"))
                .isEqualTo(List.of(1, 2, 3));
    }

    private static String page(String items, UUID next) {
        return "{\"items\":[%s],\"next\":\"%s\"}".formatted(items, next);
    }

    @Test
    void thousandsOfEventsAreInTheArchiveOnce() throws Exception {
        owner.jdbc().sql("""
                insert into security_event (account_id, kind, at, address)
                select ?, 'signed-in', now(), '192.0.2.' || number % 256 from generate_series(1, 30000) number
                """).param(owner.account).update();
        String location = owner.requested();
        for (int i = 0; i < 3; i++) {
            relay.relay();
        }

        List<Object> events = AuthCalls.readAll(owner.read(location), "$.securityEvents[*].eventId");
        assertThat(events).hasSizeGreaterThan(30_000).doesNotHaveDuplicates();
    }

    @Test
    void anotherProcessContinuesAfterARestart() throws Exception {
        String location = owner.requested();
        PendingExport taken = take();
        assertThat(append(taken)).as("the first part").isTrue();
        // The process ends here.

        relay.relay();
        assertThat(owner.read(location)).as("leased").hasStatus(202);
        clock.advance(LEASE);
        relay.relay();

        assertThat(owner.read(location)).hasStatusOk();
        assertThat(AuthCalls.read(owner.read(location), "$.account.nickname")).isEqualTo(owner.nickname);
        assertThat(append(taken)).as("late part of the first process").isFalse();
    }

    @Test
    void erasureDeletesTheArchive() {
        owner.requested();
        relay.relay();

        assertThat(calls.erase(owner.token, AuthCalls.PASSWORD)).hasStatus(202);

        assertThat(owner.rows("account_export")).isZero();
        assertThat(owner.rows("account_export_part")).isZero();
    }

    @Test
    void erasureEndsAnExportThatIsBeingGathered() {
        owner.requested();
        PendingExport taken = take();
        assertThat(append(taken)).isTrue();
        FakeService.resetConnections();

        assertThat(calls.erase(owner.token, AuthCalls.PASSWORD)).hasStatus(202);

        assertThat(owner.rows("account_export"))
                .as("before the services have erased")
                .isZero();
        assertThat(append(next(taken))).isFalse();
        assertThat(owner.rows("account_export_part")).isZero();
    }

    @Test
    void erasureOfAnEarlierVersionEndsTheExport() {
        owner.requested();
        PendingExport taken = take();
        owner.jdbc()
                .sql("update account set erased_at = now() where id = ?")
                .param(owner.account)
                .update();

        assertThat(append(taken)).isFalse();
        relay.deleteExpired();
        assertThat(owner.rows("account_export")).isZero();
    }

    @Test
    void relayOfAnEarlierVersionDoesNotSeeExports() {
        owner.requested();

        assertThat(owner.rows("outbox"))
                .as("unknown kinds would stop its outbox")
                .isZero();
        outbox.run();
        relay.relay();
        assertThat(owner.rows("account_export")).isOne();
    }

    @Test
    void sectionOfALaterVersionStopsNoOtherExport() throws Exception {
        String later = owner.requested();
        owner.jdbc().sql("update account_export set section = 'addedLater'").update();
        String readLater = owner.token;
        owner.newMemberBeside();
        String location = owner.requested();

        relay.relay();

        assertThat(owner.read(location)).hasStatusOk();
        owner.token = readLater;
        assertThat(owner.read(later)).as("waits for a process of that version").hasStatus(202);
    }

    @Test
    void tooLargeArchiveIsGivenUp() {
        String location = owner.requested();
        owner.jdbc().sql("update account_export set stored_bytes = 100000000").update();
        relay.relay();

        assertGivenUp(location);
    }

    @Test
    void archiveIsGivenUpAfterAWeek() throws Exception {
        owner.unavailable("profile");
        String location = owner.requested();
        relay.relay();
        clock.advance(Duration.ofDays(8));
        owner.signIn();
        relay.relay();

        assertGivenUp(location);
        assertThat(owner.request()).as("another one").hasStatus(202);
    }

    private void assertGivenUp(String location) {
        MvcTestResult gone = owner.read(location);
        assertThat(gone).hasStatus(410);
        assertThat(gone).bodyJson().extractingPath("$.code").isEqualTo("export-failed");
        assertThat(owner.rows("account_export_part")).isZero();
    }

    private PendingExport take() {
        Instant now = clock.instant();
        return gathering.take(now, now.plus(LEASE)).orElseThrow();
    }

    /** Stores the next part as a process does that has taken the export. */
    private boolean append(PendingExport export) {
        ArchivePart part = ArchivePart.of(export, data.next(export));
        byte[] text = part.json().getBytes(StandardCharsets.UTF_8);
        SealedPart sealed =
                new SealedPart(seal.seal(export.id(), export.parts(), text), text.length, part.section(), part.after());
        Instant now = clock.instant();
        return gathering.append(export, sealed, now, now.plus(LEASE), now.plus(Duration.ofDays(1)));
    }

    private static PendingExport next(PendingExport export) {
        return export.after(ExportSection.FORMER_EMAILS, null, 0);
    }
}
