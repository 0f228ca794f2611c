package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.ArgumentMatchers.anyInt;
import static org.mockito.ArgumentMatchers.eq;
import static org.mockito.Mockito.when;

import dev.haru.platform.security.Scope;
import dev.haru.platform.security.Scopes;
import dev.haru.schedule.member.Member;
import java.net.URI;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.webmvc.test.autoconfigure.WebMvcTest;
import org.springframework.http.HttpMethod;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;
import org.springframework.test.context.bean.override.mockito.MockitoBean;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@WebMvcTest(ChangeController.class)
class ChangeControllerTests {

    private static final UUID MEMBER = UUID.fromString("019aa5b1-0000-7000-8000-000000000001");
    private static final UUID ID = UUID.fromString("019aa5b1-0000-7000-8000-000000000002");
    private static final UUID OTHER = UUID.fromString("019aa5b1-0000-7000-8000-000000000003");
    private static final Instant NOW = Instant.parse("2026-11-21T09:00:00.123456Z");
    private static final Plan DENTIST =
            new Plan("Dentist", 1, Instant.parse("2026-11-23T09:30:00Z"), Instant.parse("2026-11-23T10:15:00Z"), null);
    private static final Schedule SCHEDULE = new Schedule(ID, MEMBER, DENTIST, 3, NOW, NOW);
    private static final SyncToken POSITION = new SyncToken(7, ID, 9);

    @Autowired
    private MockMvcTester http;

    @MockitoBean
    private ChangeReader changes;

    @MockitoBean
    private DeletedScheduleReader deleted;

    @MockitoBean
    private Calendar calendar;

    @MockitoBean
    private OpaqueTokenIntrospector introspector;

    @BeforeEach
    void member() {
        when(introspector.introspect("token"))
                .thenReturn(new Member(MEMBER, ZoneId.of("Asia/Seoul"), Instant.parse("2099-01-01T00:00:00Z")));
    }

    @Test
    void pageContainsChangedSchedulesAndDeletedIds() {
        when(changes.after(MEMBER, POSITION, 2))
                .thenReturn(new Changes(
                        List.of(new Change(8, ID, SCHEDULE), new Change(9, OTHER, null)), SyncToken.after(9), true));

        MvcTestResult answer = call(HttpMethod.GET, "/changes?limit=2&since=" + POSITION.toText(MEMBER));

        assertThat(answer).hasStatusOk().bodyJson().isStrictlyEqualTo("""
                {"changed": [{"scheduleId": "%s", "title": "Dentist", "locationId": 1, "startAt": "2026-11-23T09:30:00Z",
                  "endAt": "2026-11-23T10:15:00Z", "note": null, "createdAt": "2026-11-21T09:00:00.123456Z",
                  "updatedAt": "2026-11-21T09:00:00.123456Z", "version": "3"}],
                 "deleted": ["%s"], "syncToken": "%s", "more": true}
                """.formatted(
                        ID, OTHER, SyncToken.after(9).toText(MEMBER)));
    }

    @Test
    void withoutTokenReadsFromTheBeginning() {
        when(changes.after(MEMBER, SyncToken.BEGINNING, 100))
                .thenReturn(new Changes(List.of(), SyncToken.after(0), false));

        assertThat(call(HttpMethod.GET, "/changes")).hasStatusOk();
    }

    @Test
    void expiredTokenIsGone() {
        when(changes.after(eq(MEMBER), any(), anyInt())).thenThrow(SyncTokenExpired.deletionsRemoved());

        assertThat(call(HttpMethod.GET, "/changes?since=" + POSITION.toText(MEMBER)))
                .hasStatus(410)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("sync-token-expired");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "AAAAAAAAAAcAAAAAAAAAAP_____________________AAAAA", "%20", "AAAA%00"})
    void malformedTokenIsRefused(String since) {
        assertInvalid("/changes?since=" + since, "since");
    }

    @Test
    void tokenOfAnotherMemberIsRefused() {
        assertInvalid("/changes?since=" + POSITION.toText(OTHER), "since");
        assertInvalid("/changes?since=" + new SyncToken(-1, ID, 0).toText(MEMBER), "since");
        assertInvalid("/changes?since=" + new SyncToken(1, ID, -1).toText(MEMBER), "since");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "-1", "x", "99999999999"})
    void limitOutOfRangeIsRefused(String limit) {
        assertInvalid("/changes?limit=" + limit, "limit");
    }

    @Test
    void deletedSchedulesAreAPage() {
        DeletedSchedule last = new DeletedSchedule(SCHEDULE, 8, NOW);
        when(deleted.page(MEMBER, Long.MAX_VALUE, 2)).thenReturn(List.of(last, last));
        when(deleted.page(MEMBER, 8, 21)).thenReturn(List.of());

        MvcTestResult answer = call(HttpMethod.GET, "/deleted?limit=1");

        assertThat(answer)
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.items[0].schedule.title")
                .isEqualTo("Dentist");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.items[0].restorableUntil")
                .isEqualTo("2026-12-21T09:00:00.123456Z");
        String next = DeletedPage.of(List.of(last, last), 1, ZoneOffset.UTC).nextCursor();
        assertThat(answer).bodyJson().extractingPath("$.nextCursor").isEqualTo(next);
        assertThat(call(HttpMethod.GET, "/deleted?cursor=" + next))
                .hasStatusOk()
                .bodyJson()
                .extractingPath("$.items")
                .asArray()
                .isEmpty();
        assertInvalid("/deleted?cursor=x", "cursor");
        assertInvalid("/deleted?cursor=" + new Position(NOW, ID).toCursor(Window.of(null, null)), "cursor");
        assertInvalid("/deleted?limit=101", "limit");
    }

    @Test
    void restoreReturnsScheduleAndVersion() {
        when(calendar.restore(MEMBER, ZoneId.of("Asia/Seoul"), ID))
                .thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of(OTHER)));

        MvcTestResult answer = call(HttpMethod.POST, "/" + ID + "/restore");

        assertThat(answer).hasStatusOk().hasHeader("ETag", "\"3\"");
        assertThat(answer).bodyJson().extractingPath("$.overlaps[0]").isEqualTo(OTHER.toString());
    }

    @Test
    void overlapsAreForReadersOnly() {
        when(introspector.introspect("token"))
                .thenReturn(new Member(
                        MEMBER,
                        ZoneId.of("Asia/Seoul"),
                        Instant.parse("2099-01-01T00:00:00Z"),
                        Scopes.of(List.of(Scope.SCHEDULES_WRITE))));
        when(calendar.restore(MEMBER, ZoneId.of("Asia/Seoul"), ID))
                .thenReturn(new ScheduleWithOverlaps(SCHEDULE, List.of(OTHER)));

        assertThat(call(HttpMethod.POST, "/" + ID + "/restore"))
                .hasStatusOk()
                .bodyJson()
                .doesNotHavePath("$.overlaps");
    }

    @Test
    void restoreOfUnknownScheduleIsNotFound() {
        when(calendar.restore(MEMBER, ZoneId.of("Asia/Seoul"), OTHER)).thenThrow(ScheduleNotFound.ofMember());

        assertThat(call(HttpMethod.POST, "/" + OTHER + "/restore")).hasStatus(404);
    }

    private void assertInvalid(String path, String field) {
        assertThat(call(HttpMethod.GET, path))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo(field);
    }

    private MvcTestResult call(HttpMethod method, String path) {
        return http.method(method)
                .uri(URI.create("/v1/schedules" + path))
                .header("Authorization", "Bearer token")
                .exchange();
    }
}
