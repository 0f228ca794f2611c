package dev.haru.schedule.calendar;

import dev.haru.platform.deadline.Deadline;
import dev.haru.platform.precondition.IfMatch;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.stereotype.Component;
import org.springframework.transaction.annotation.Transactional;

/**
 * Reads and writes whole schedules, with their series, for the exchange with other calendars.
 *
 * <p>Longer than 120 lines because it has the operations of imports and of exports.
 */
@Component
public class CalendarExchange {

    private static final int PAGE = 100;

    private static final String OVERLAPPING = """
            select %s from schedule
            where member_id = :memberId
              and id > :after
              and ((time_form is null and start_at < :to and end_at > :from)
                   or (%s))
            order by id
            limit :limit
            """.formatted(ScheduleColumns.READ, ExpandedSchedules.IN_REACH);

    private static final String BY_UID = """
            select %s from schedule
            where member_id = :memberId and (uid = :uid or id = cast(:id as uuid))
            order by uid nulls last
            limit 1
            """.formatted(ScheduleColumns.READ);

    private final CalendarTransaction transaction;
    private final ScheduleWriter writer;
    private final Calendar calendar;
    private final JdbcClient jdbc;

    CalendarExchange(CalendarTransaction transaction, ScheduleWriter writer, Calendar calendar, JdbcClient jdbc) {
        this.transaction = transaction;
        this.writer = writer;
        this.calendar = calendar;
        this.jdbc = jdbc;
    }

    /**
     * Passes on the schedules that overlap a window, by id: of a series, an occurrence does. Reads them in pages,
     * because they may be larger than the memory.
     *
     * @param from an instant or a date in the zone, inclusive; null: from the beginning
     * @param to an instant or a date in the zone, exclusive; null: to the end
     * @param action may throw an exception, which ends the reading
     */
    @Transactional(readOnly = true)
    public void forEachOverlapping(
            UUID memberId, @Nullable String from, @Nullable String to, ZoneId zone, Consumer<Schedule> action) {
        Window window = Window.of(from, to, zone);
        UUID after = new UUID(0, 0);
        while (true) {
            Deadline.requireTime();
            List<Schedule> page = page(memberId, window, after);
            page.stream()
                    .filter(schedule -> overlaps(schedule.in(zone), window))
                    .forEach(action);
            if (page.size() < PAGE) {
                return;
            }
            after = page.getLast().id();
        }
    }

    /** The statement compares only the horizons of expanded schedules, which are wider than their occurrences. */
    private static boolean overlaps(Schedule schedule, Window window) {
        return !schedule.plan().isExpanded()
                || !Expansion.of(schedule, window, 1).isEmpty();
    }

    private List<Schedule> page(UUID memberId, Window window, UUID after) {
        return jdbc.sql(OVERLAPPING)
                .param("memberId", memberId)
                .param("after", after)
                .param("from", window.from().atOffset(ZoneOffset.UTC))
                .param("to", window.to().atOffset(ZoneOffset.UTC))
                .params(ExpandedSchedules.reaching(window.from(), window.to()))
                .param("limit", PAGE)
                .query((row, _) -> ScheduleColumns.schedule(row))
                .list();
    }

    /** Returns the schedule that was imported with this UID or has it as id. */
    @Transactional
    public Optional<Schedule> find(UUID memberId, String uid) {
        return jdbc.sql(BY_UID)
                .param("memberId", memberId)
                .param("uid", uid)
                .param("id", idIn(uid))
                .query((row, _) -> ScheduleColumns.schedule(row))
                .optional();
    }

    /** Runs a change of the member's calendar in a transaction that locks the member's quota first. */
    public <T> T execute(UUID memberId, Supplier<T> change) {
        return transaction.execute(memberId, change);
    }

    /**
     * Adds the schedule in the transaction of {@link #execute}, and returns its id. A refusal does not end the
     * transaction.
     *
     * @throws ScheduleLimitReached when the quota is full
     */
    public UUID add(UUID memberId, Plan plan) {
        return writer.add(memberId, plan).id();
    }

    /** Changes the schedule in the transaction of {@link #execute}. */
    public void change(UUID memberId, UUID id, Plan plan) {
        writer.change(memberId, id, IfMatch.ANY, _ -> plan);
    }

    /** Returns how many schedules the member may add. */
    public int remaining(UUID memberId) {
        return calendar.quota(memberId).remaining();
    }

    private static @Nullable String idIn(String uid) {
        try {
            return UUID.fromString(uid).toString().equals(uid) ? uid : null;
        } catch (IllegalArgumentException other) {
            return null;
        }
    }
}
