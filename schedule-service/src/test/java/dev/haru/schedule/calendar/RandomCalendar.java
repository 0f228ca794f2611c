package dev.haru.schedule.calendar;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A random calendar in the database around a date, and its busy occurrences by a model: it steps from day to day and
 * knows nothing of the expansion that it checks. All times are whole minutes.
 */
public final class RandomCalendar {

    private static final List<ZoneId> ZONES = Stream.of(
                    "Asia/Seoul", "America/New_York", "Europe/Berlin", "Asia/Kathmandu", "Australia/Lord_Howe", "UTC")
            .map(ZoneId::of)
            .toList();

    /** The model stops here; no test looks farther. */
    private static final int DAYS = 800;

    private final Random random;
    private final ZoneId memberZone;
    private final LocalDate around;
    private final List<BusyOccurrence> busy = new ArrayList<>();

    /**
     * Creates a calendar without schedules.
     *
     * @param memberZone the current time zone of the member, which may differ from that at the time of writing
     */
    public RandomCalendar(long seed, ZoneId memberZone, LocalDate around) {
        this.random = new Random(seed);
        this.memberZone = memberZone;
        this.around = around;
    }

    /** Returns the busy occurrences of all schedules so far. */
    public List<BusyOccurrence> busy() {
        return Collections.unmodifiableList(busy);
    }

    /** Adds random schedules to the calendar of a member. */
    public void add(UUID memberId, int schedules) {
        for (int i = 0; i < schedules; i++) {
            Planned planned = plan(pick(ZONES));
            add(ScheduleFixture.add(memberId, planned.plan()), planned);
        }
    }

    /** Adds a schedule that a test has added to the calendar. */
    void add(UUID id, Planned planned) {
        busy.addAll(planned.busy(id));
    }

    /**
     * Returns a random plan.
     *
     * @param writtenIn the time zone of the member at the time of writing
     */
    Planned plan(ZoneId writtenIn) {
        TimeForm form = pick(List.of(TimeForm.values()));
        ZoneId zone = switch (form) {
            case INSTANT -> ZoneOffset.UTC;
            case ZONED -> pick(ZONES);
            case FLOATING, DATES -> writtenIn;
        };
        LocalDateTime start = around.minusDays(random.nextInt(25))
                .atTime(
                        form == TimeForm.DATES
                                ? LocalTime.MIDNIGHT
                                : LocalTime.of(random.nextInt(24), random.nextInt(60)));
        LocalDateTime end = form == TimeForm.DATES
                ? start.plusDays(1 + random.nextInt(2))
                : start.plusMinutes(random.nextInt(10) == 0 ? 1 + random.nextInt(3000) : 1 + random.nextInt(120));
        Plan single = new Plan(
                "Random", 1 + random.nextInt(3), new ScheduleTime(form, start, end, zone), null, details(), null, null);
        return random.nextInt(3) == 0 ? new Planned(single, List.of(start), memberZone) : series(single);
    }

    private Planned series(Plan single) {
        LocalDateTime first = single.time().start();
        int interval = 1 + random.nextInt(3);
        Set<DayOfWeek> days = EnumSet.of(first.getDayOfWeek(), pick(List.of(DayOfWeek.values())));
        int kind = random.nextInt(3);
        String rule = List.of(
                        "FREQ=DAILY;INTERVAL=" + interval,
                        "FREQ=WEEKLY;INTERVAL=%d;WKST=MO;BYDAY=%s"
                                .formatted(
                                        interval,
                                        days.stream()
                                                .map(day -> day.name().substring(0, 2))
                                                .collect(Collectors.joining(","))),
                        "FREQ=MONTHLY;INTERVAL=%d;BYMONTHDAY=%d".formatted(interval, first.getDayOfMonth()))
                .get(kind);
        LocalDate monday = first.toLocalDate().with(DayOfWeek.MONDAY);
        Predicate<LocalDate> matches = switch (kind) {
            case 0 -> date -> days(first.toLocalDate(), date) % interval == 0;
            case 1 -> date -> days(monday, date) / 7 % interval == 0 && days.contains(date.getDayOfWeek());
            default ->
                date -> date.getDayOfMonth() == first.getDayOfMonth()
                        && (date.getYear() * 12 + date.getMonthValue() - first.getYear() * 12 - first.getMonthValue())
                                        % interval
                                == 0;
        };
        int count = random.nextBoolean() ? 1 + random.nextInt(30) : DAYS;
        TreeSet<LocalDateTime> starts = first.toLocalDate()
                .datesUntil(first.toLocalDate().plusDays(DAYS))
                .filter(matches)
                .limit(count)
                .map(date -> date.atTime(first.toLocalTime()))
                .collect(Collectors.toCollection(TreeSet::new));
        List<LocalDateTime> excluded = some(starts, 2);
        List<LocalDateTime> additional = random.nextBoolean()
                ? List.of()
                : List.of(first.plusDays(random.nextInt(40))
                        .plusHours(single.time().form() == TimeForm.DATES ? 0 : 1));
        starts.addAll(additional);
        excluded.forEach(starts::remove);
        List<ChangedOccurrence> changed = some(starts, 3).stream()
                .map(start -> new ChangedOccurrence(start, changed(single, start)))
                .toList();
        String counted = count == DAYS ? rule : rule + ";COUNT=" + count;
        return new Planned(
                single.withSeries(new Series(counted, additional, excluded, changed)), List.copyOf(starts), memberZone);
    }

    private Plan changed(Plan single, LocalDateTime start) {
        boolean dates = single.time().form() == TimeForm.DATES;
        LocalDateTime moved =
                dates ? start.plusDays(random.nextInt(3)) : start.plusMinutes(random.nextInt(3000) - 1000);
        return new Plan(
                "Changed",
                1 + random.nextInt(3),
                new ScheduleTime(
                        single.time().form(),
                        moved,
                        dates ? moved.plusDays(1) : moved.plusMinutes(30),
                        single.time().zone()),
                null,
                details(),
                null,
                null);
    }

    private Details details() {
        return switch (random.nextInt(8)) {
            case 0 -> details(Details.CANCELLED, null);
            case 1 -> details(null, Details.FREE);
            case 2 -> details(Details.TENTATIVE, Details.BUSY);
            default -> Details.NONE;
        };
    }

    private static Details details(@Nullable String status, @Nullable String transparency) {
        return new Details(null, null, null, null, null, List.of(), status, transparency, List.of(), List.of());
    }

    private List<LocalDateTime> some(Set<LocalDateTime> starts, int most) {
        List<LocalDateTime> shuffled = new ArrayList<>(starts.stream().limit(20).toList());
        Collections.shuffle(shuffled, random);
        return shuffled.stream().limit(random.nextInt(most + 1)).sorted().toList();
    }

    private <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    private static long days(LocalDate from, LocalDate to) {
        return to.toEpochDay() - from.toEpochDay();
    }

    /**
     * A plan with the starts of all its occurrences.
     *
     * @param memberZone the time zone of the member when the plan is read
     */
    record Planned(Plan plan, List<LocalDateTime> starts, ZoneId memberZone) {

        List<BusyOccurrence> busy(UUID id) {
            List<ChangedOccurrence> changed =
                    plan.series() == null ? List.of() : plan.series().changed();
            Set<LocalDateTime> changedStarts =
                    changed.stream().map(ChangedOccurrence::originalStart).collect(Collectors.toSet());
            return Stream.concat(
                            starts.stream()
                                    .filter(start -> !changedStarts.contains(start))
                                    .map(start -> occurrence(id, plan, start)),
                            changed.stream()
                                    .map(ChangedOccurrence::plan)
                                    .map(other ->
                                            occurrence(id, other, other.time().start())))
                    .flatMap(Stream::ofNullable)
                    .toList();
        }

        private @Nullable BusyOccurrence occurrence(UUID id, Plan what, LocalDateTime start) {
            if (Details.FREE.equals(what.details().transparency())
                    || Details.CANCELLED.equals(what.details().status())) {
                return null;
            }
            ScheduleTime time = what.time();
            boolean ofMember = time.form() == TimeForm.FLOATING || time.form() == TimeForm.DATES;
            ZoneId zone = ofMember ? memberZone : time.zone();
            Duration local = Duration.between(time.start(), time.end());
            Instant startAt = instant(start, zone);
            Duration first = Duration.between(instant(time.start(), zone), instant(time.end(), zone));
            Duration exact = first.isPositive() ? first : local;
            Instant endAt = switch (time.form()) {
                case DATES -> what.series() == null ? startAt.plus(exact) : instant(start.plus(local), zone);
                case FLOATING -> startAt.plus(what.series() == null ? exact : local);
                case INSTANT, ZONED -> startAt.plus(exact);
            };
            // A day that the zone skipped takes no time.
            return startAt.isBefore(endAt) ? new BusyOccurrence(id, what.locationId(), startAt, endAt) : null;
        }

        private static Instant instant(LocalDateTime local, ZoneId zone) {
            return ZonedDateTime.of(local, zone).toInstant();
        }
    }
}
