package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.FIRST_START;
import static dev.haru.schedule.calendar.ScheduleFixture.daily;
import static dev.haru.schedule.calendar.ScheduleFixture.execute;
import static dev.haru.schedule.calendar.ScheduleFixture.hourFrom;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static dev.haru.schedule.calendar.ScheduleFixture.recurring;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.problem.InvalidRequest;
import java.text.Normalizer;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.annotation.Import;
import org.springframework.jdbc.core.simple.JdbcClient;

@OnCalendar
@Import(ScheduleSearch.class)
class SearchTests {

    private static final Window ALWAYS = Window.of(null, null);

    @Autowired
    private Calendar calendar;

    @Autowired
    private ScheduleSearch search;

    @Autowired
    private JdbcClient jdbc;

    private final UUID member = newMember();

    @ParameterizedTest
    @CsvSource(textBlock = """
            dentist,     Dentist
            ENTI,        Dentist
            x-ray,       Dentist
            éCOLE,       École
            치과,         치과 예약
            예약,         치과 예약
            hospital,    Dentist
            병원,         Dentist
            CAFÉ,        치과 예약
            %,           100 %
            _,           ''
            nothing,     ''
            """)
    void textIsFoundInTitleNoteAndPlace(String text, String title) {
        add("Dentist", 8, "Bring the X-ray");
        add("École", 3, null);
        add("치과 예약", 5, null);
        add("100 %", 1, null);
        calendar.add(
                newMember(), ZoneOffset.UTC, new Plan(title + "x", 1, FIRST_START, FIRST_START.plusSeconds(60), text));

        for (String form : new String[] {text, Normalizer.normalize(text, Normalizer.Form.NFD)}) {
            assertThat(titles(new ScheduleQuery(ALWAYS, form, null, null, Instant.EPOCH, false), 10))
                    .isEqualTo(title.isEmpty() ? List.of() : List.of(title));
        }
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            seongsu,  -,       -,         Visit
            성수,      -,       -,         Visit
            agenda,   -,       -,         Visit
            moved,    -,       -,         Lesson
            강남,      -,       -,         Lesson
            bring,    -,       -,         Lesson
            academy,  -,       -,         Lesson
            minutes,  -,       -,         Lesson
            -,        Health,  -,         Visit
            -,        건강,     -,         Visit
            -,        heal,    -,         ''
            -,        music,   -,         Lesson
            -,        exam,    -,         Lesson
            -,        -,       tentative, Visit
            -,        -,       cancelled, Lesson
            -,        -,       confirmed, Lesson+Plain
            lesson,   exam,    cancelled, Lesson
            visit,    exam,    -,         ''
            """)
    void placeTagAndStatusAreFoundAlsoInChangedOccurrences(
            @Nullable String text, @Nullable String tag, @Nullable String status, String titles) {
        Plan plain = hourFrom("Plain", FIRST_START);
        calendar.add(member, ZoneOffset.UTC, plain);
        calendar.add(
                member,
                ZoneOffset.UTC,
                with(
                        hourFrom("Visit", FIRST_START.minusSeconds(60)),
                        details("Seongsu 성수", "Agenda:\nfirst", List.of("health", "건강"), Details.TENTATIVE)));
        ScheduleFixture.add(member, lesson());

        for (boolean descending : new boolean[] {false, true}) {
            assertThat(titles(new ScheduleQuery(ALWAYS, text, tag, status, Instant.EPOCH, descending), 1))
                    .containsExactlyInAnyOrderElementsOf(titles.isEmpty() ? List.of() : List.of(titles.split("\\+")));
        }
    }

    /** A daily series from long before the other schedules, with occurrences that differ from it in all texts. */
    private static Plan lesson() {
        Instant start = FIRST_START.minus(500, DAYS);
        Plan series =
                with(daily("Lesson", start, start.plusSeconds(60)), details("Academy", null, List.of("music"), null));
        LocalDateTime first = series.time().start();
        Plan moved = new Plan(
                "Moved",
                1,
                series.time().at(first.plusDays(2).plusHours(1)),
                "Bring chalk",
                details("강남", "Minutes", List.of("exam"), null),
                null,
                null);
        Plan cancelled = new Plan(
                "Lesson",
                1,
                series.time().at(first.plusDays(3)),
                null,
                details("Academy", null, List.of("music"), Details.CANCELLED),
                null,
                null);
        return series.withSeries(new Series(
                "FREQ=DAILY;COUNT=10",
                List.of(),
                List.of(),
                List.of(
                        new ChangedOccurrence(first.plusDays(2), moved),
                        new ChangedOccurrence(first.plusDays(3), cancelled))));
    }

    @Test
    void decomposedTextIsFoundByWholeSyllables() {
        add(Normalizer.normalize("서울역", Normalizer.Form.NFD), 1, null);

        for (Normalizer.Form form : Normalizer.Form.values()) {
            assertThat(titles(
                            new ScheduleQuery(
                                    ALWAYS, Normalizer.normalize("울", form), null, null, Instant.EPOCH, false),
                            10))
                    .hasSize(1);
            assertThat(titles(
                            new ScheduleQuery(
                                    ALWAYS, Normalizer.normalize("우", form), null, null, Instant.EPOCH, false),
                            10))
                    .isEmpty();
        }
    }

    @Test
    void seriesIsFoundOnceIfAnOccurrenceIsInTheWindow() {
        ScheduleFixture.add(
                member,
                recurring(
                        "Weekly",
                        FIRST_START.minus(700, DAYS),
                        FIRST_START.minus(700, DAYS).plusSeconds(60),
                        "FREQ=WEEKLY"));
        calendar.add(member, ZoneOffset.UTC, hourFrom("Single", FIRST_START));

        assertThat(titles(
                        new ScheduleQuery(
                                Window.of(FIRST_START, FIRST_START.plus(14, DAYS)),
                                null,
                                null,
                                null,
                                Instant.EPOCH,
                                false),
                        1))
                .containsExactly("Weekly", "Single");
        assertThat(titles(
                        new ScheduleQuery(
                                Window.of(FIRST_START, FIRST_START.plus(14, DAYS)),
                                null,
                                null,
                                null,
                                Instant.EPOCH,
                                true),
                        1))
                .containsExactly("Single", "Weekly");
        Instant between = FIRST_START.plus(1, DAYS);
        assertThat(titles(
                        new ScheduleQuery(
                                Window.of(between, between.plus(5, DAYS)), null, null, null, Instant.EPOCH, false),
                        1))
                .isEmpty();
    }

    private static Plan with(Plan plan, Details details) {
        return new Plan(plan.title(), plan.locationId(), plan.time(), plan.note(), details, plan.series(), plan.uid());
    }

    private static Details details(
            @Nullable String place, @Nullable String description, List<String> tags, @Nullable String status) {
        return new Details(place, null, null, description, null, tags, status, null, List.of(), List.of());
    }

    @Test
    void descendingPagesAreTheAscendingOnesReversed() {
        UUID owner = memberWithSchedules(7);
        execute(
                "update schedule.schedule set start_at = start_at - interval '1 hour' where title = 'Hour 4' and member_id = :memberId",
                owner);

        List<String> ascending = titles(owner, new ScheduleQuery(ALWAYS, null, null, null, Instant.EPOCH, false), 3);
        List<String> descending = titles(owner, new ScheduleQuery(ALWAYS, null, null, null, Instant.EPOCH, true), 3);

        assertThat(ascending).hasSize(7);
        Collections.reverse(descending);
        assertThat(descending).isEqualTo(ascending);
    }

    @Test
    void windowAndLastChangeFilter() {
        UUID owner = memberWithSchedules(5);
        execute(
                "update schedule.schedule set updated_at = now() - interval '2 days' where title <> 'Hour 3' and member_id = :memberId",
                owner);

        Window window = Window.of(FIRST_START.plus(1, HOURS), FIRST_START.plus(3, HOURS));
        assertThat(titles(owner, new ScheduleQuery(window, null, null, null, Instant.EPOCH, true), 10))
                .containsExactly("Hour 3", "Hour 2");
        assertThat(titles(
                        owner,
                        new ScheduleQuery(
                                ALWAYS, "hour", null, null, Instant.now().minusSeconds(3600), false),
                        10))
                .containsExactly("Hour 3");
    }

    @Test
    void cursorOfAnotherSearchIsRefused() {
        Schedule schedule = add("Dentist", 8, null);
        ScheduleQuery query = new ScheduleQuery(ALWAYS, "dentist", null, null, Instant.EPOCH, false);
        String cursor = query.cursorAfter(schedule);

        assertThat(query.ofCursor(cursor)).isEqualTo(new Position(schedule.startAt(), schedule.id()));
        for (ScheduleQuery other : List.of(
                new ScheduleQuery(ALWAYS, "doctor", null, null, Instant.EPOCH, false),
                new ScheduleQuery(ALWAYS, "dentist", null, null, Instant.EPOCH, true),
                new ScheduleQuery(ALWAYS, "dentist", "tag", null, Instant.EPOCH, false),
                new ScheduleQuery(ALWAYS, "dentist", null, "confirmed", Instant.EPOCH, false),
                new ScheduleQuery(ALWAYS, null, null, null, Instant.EPOCH, false))) {
            assertThatExceptionOfType(InvalidRequest.class).isThrownBy(() -> other.ofCursor(cursor));
        }
    }

    @Test
    void searchReadsOnlyTheRowsOfTheMember() {
        UUID owner = memberWithSchedules(1000, 1000);
        memberWithSchedules(20_000);
        ScheduleFixture.analyze();
        ScheduleQuery query = new ScheduleQuery(ALWAYS, "no such text", null, null, Instant.EPOCH, false);

        List<String> plan = jdbc.sql("explain (analyze, costs off, timing off, summary off) " + SearchSql.of(query))
                .param("memberId", owner)
                .param("text", query.text())
                .params(ExpandedSchedules.reaching(
                        query.window().from(), query.window().to()))
                .param("earliest", query.start().startAt().atOffset(ZoneOffset.UTC))
                .param("from", query.window().from().atOffset(ZoneOffset.UTC))
                .param("to", query.window().to().atOffset(ZoneOffset.UTC))
                .param("updatedSince", query.updatedSince().atOffset(ZoneOffset.UTC))
                .param("startAt", query.start().startAt().atOffset(ZoneOffset.UTC))
                .param("id", query.start().id())
                .param("limit", 21)
                .query((row, _) -> row.getString(1))
                .list();

        assertThat(plan)
                .as("the plan")
                .noneMatch(line -> line.contains("Seq Scan on schedule"))
                .anyMatch(line -> line.contains("Index Cond: ((member_id = "))
                .anyMatch(line -> line.contains("Rows Removed by Filter: 1000"));
    }

    private Schedule add(String title, int locationId, @Nullable String note) {
        return calendar.add(
                        member,
                        ZoneOffset.UTC,
                        new Plan(title, locationId, FIRST_START, FIRST_START.plusSeconds(60), note))
                .schedule();
    }

    private List<String> titles(ScheduleQuery query, int limit) {
        return titles(member, query, limit);
    }

    private List<String> titles(UUID owner, ScheduleQuery query, int limit) {
        List<String> titles = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            Position after = cursor == null ? query.start() : query.ofCursor(cursor);
            SchedulePage page = SchedulePage.of(
                    search.page(owner, ZoneOffset.UTC, query, after, limit + 1),
                    limit,
                    schedule -> ScheduleResponse.of(schedule, ZoneOffset.UTC),
                    schedule -> schedule.plan().characters(),
                    query::cursorAfter);
            page.items().forEach(item -> titles.add(item.title()));
            cursor = page.nextCursor();
        } while (cursor != null);
        return titles;
    }
}
