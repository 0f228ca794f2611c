package dev.haru.schedule.calendar;

import static dev.haru.schedule.calendar.ScheduleFixture.FIRST_START;
import static dev.haru.schedule.calendar.ScheduleFixture.hourFrom;
import static dev.haru.schedule.calendar.ScheduleFixture.memberWithSchedules;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static java.time.temporal.ChronoUnit.DAYS;
import static java.time.temporal.ChronoUnit.HOURS;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.precondition.IfMatch;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

@OnCalendar
class SchedulePageTests {

    private static final Window ALWAYS = Window.of(null, null);

    @Autowired
    private Calendar calendar;

    @Autowired
    private JdbcClient jdbc;

    @Autowired
    private PlatformTransactionManager transactions;

    @Test
    void pagesTogetherContainAllSchedulesByStart() {
        UUID member = memberWithSchedules(7);

        assertThat(titles(member, ALWAYS, 3)).containsExactlyElementsOf(hours(1, 7));
        assertThat(titles(member, ALWAYS, 7)).containsExactlyElementsOf(hours(1, 7));
        assertThat(page(member, ALWAYS, null, 7).nextCursor()).isNull();
        assertThat(page(member, ALWAYS, null, 6).nextCursor()).isNotNull();
    }

    @Test
    void schedulesWithTheSameStartAppearExactlyOnce() {
        UUID member = newMember();
        IntStream.range(0, 5).forEach(i -> calendar.add(member, ZoneOffset.UTC, hourFrom("Same " + i, FIRST_START)));

        assertThat(titles(member, ALWAYS, 2))
                .containsExactlyInAnyOrder("Same 0", "Same 1", "Same 2", "Same 3", "Same 4");
    }

    @Test
    void changesBetweenPagesNeitherRepeatNorHideSchedules() {
        UUID member = memberWithSchedules(6);
        SchedulePage first = page(member, ALWAYS, null, 3);

        calendar.add(member, ZoneOffset.UTC, hourFrom("Earlier", FIRST_START.minus(1, HOURS)));
        calendar.remove(member, first.items().getLast().scheduleId(), IfMatch.ANY);
        SchedulePage second = page(member, ALWAYS, first.nextCursor(), 3);

        assertThat(second.items()).extracting(ScheduleResponse::title).containsExactlyElementsOf(hours(4, 6));
        assertThat(second.nextCursor()).isNull();
    }

    @Test
    void windowContainsOverlappingButNotAdjacentSchedules() {
        UUID member = memberWithSchedules(6);

        assertThat(titles(member, window(hour(2), hour(4)), 10)).containsExactlyElementsOf(hours(3, 4));
        assertThat(titles(member, window(hour(2).minusMillis(1), hour(4).plusMillis(1)), 10))
                .containsExactlyElementsOf(hours(2, 5));
        assertThat(titles(member, window(hour(5), null), 1)).containsExactlyElementsOf(hours(6, 6));
        assertThat(titles(member, window(null, hour(1)), 10)).containsExactlyElementsOf(hours(1, 1));
    }

    @Test
    void windowContainsTheEndOfTheLongestSchedule() {
        UUID member = newMember();
        calendar.add(member, ZoneOffset.UTC, new Plan("Sabbatical", 1, FIRST_START, FIRST_START.plus(366, DAYS), null));

        Instant end = FIRST_START.plus(366, DAYS);
        assertThat(titles(member, window(end.minusMillis(1), end), 10)).containsExactly("Sabbatical");
        assertThat(titles(member, window(end, end.plusMillis(1)), 10)).isEmpty();
    }

    @Test
    void pageQueryReadsOneRangeOfTheIndex() {
        UUID member = memberWithSchedules(20_000);
        memberWithSchedules(20_000);
        ScheduleFixture.analyze();
        Position middle = new Position(hour(10_000), UUID.randomUUID());

        List<String> plan = new TransactionTemplate(transactions).execute(_ -> {
            // The estimate of expanded schedules follows from a random sample, so the planner might choose either scan.
            jdbc.sql("set local enable_bitmapscan = off").update();
            return jdbc.sql("explain (analyze, costs off, timing off, summary off) " + ScheduleReader.PAGE)
                    .param("memberId", member)
                    .param("startAt", middle.startAt().atOffset(ZoneOffset.UTC))
                    .param("id", middle.id())
                    .param("from", hour(9_990).atOffset(ZoneOffset.UTC))
                    .param("to", hour(15_000).atOffset(ZoneOffset.UTC))
                    .param("reachingFrom", hour(9_960).atOffset(ZoneOffset.UTC))
                    .param("reachingTo", hour(15_030).atOffset(ZoneOffset.UTC))
                    .param("limit", 21)
                    .query((row, _) -> row.getString(1))
                    .list();
        });

        assertThat(plan)
                .anyMatch(line -> line.contains("Index Scan using schedule_by_start on schedule (actual rows=21"))
                .anyMatch(line -> line.contains("Index Cond: ((member_id = ")
                        && line.contains("(ROW(start_at, id) > ROW(")
                        && line.contains("(start_at < "))
                .anyMatch(line ->
                        line.contains("Index Scan using schedule_expanded on schedule schedule_1 (actual rows=0"))
                .noneMatch(line -> line.contains("Sort") || line.contains("Rows Removed"));
    }

    private SchedulePage page(UUID member, Window window, @Nullable String cursor, int limit) {
        Position after = cursor == null ? window.start() : Position.ofCursor(cursor, window);
        return SchedulePage.of(calendar.list(member, ZoneOffset.UTC, window, after, limit + 1), limit, window);
    }

    private List<String> titles(UUID member, Window window, int limit) {
        List<String> titles = new ArrayList<>();
        @Nullable String cursor = null;
        do {
            SchedulePage page = page(member, window, cursor, limit);
            assertThat(page.items()).hasSizeLessThanOrEqualTo(limit);
            page.items().forEach(item -> titles.add(item.title()));
            cursor = page.nextCursor();
        } while (cursor != null);
        return titles;
    }

    private static Instant hour(int number) {
        return FIRST_START.plus(number, HOURS);
    }

    private static List<String> hours(int first, int last) {
        return IntStream.rangeClosed(first, last).mapToObj(i -> "Hour " + i).toList();
    }

    private static Window window(@Nullable Instant from, @Nullable Instant to) {
        return Window.of(from, to);
    }
}
