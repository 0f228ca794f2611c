package dev.haru.schedule.icalendar;

import dev.haru.platform.json.UnicodeText;
import dev.haru.platform.language.Message;
import dev.haru.platform.token.Sha256;
import dev.haru.schedule.calendar.ChangedOccurrence;
import dev.haru.schedule.calendar.Plan;
import dev.haru.schedule.calendar.Series;
import dev.haru.schedule.calendar.SeriesSplit;
import java.time.Duration;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.web.ErrorResponseException;

/**
 * Maps an entry of a file to schedules: the event with its rule, and the components with a RECURRENCE-ID as changed
 * occurrences (<a href="https://www.rfc-editor.org/rfc/rfc5545#section-3.8.4.4">RFC 5545, section 3.8.4.4</a>). A
 * change of this and all following occurrences begins a second series. A refused changed occurrence leaves the series
 * as it is.
 *
 * <p>Longer than 120 lines because it assigns each component of an entry to its schedule or its refusal.
 */
final class EntryReader {

    static final String RECURRENCE_ID = "RECURRENCE-ID";

    private static final int UID_LENGTH = 500;

    private final EventReader events;
    private final SeriesReader recurrences;
    private final ImportEntry entry;
    private final List<Plan> plans = new ArrayList<>();
    private final Map<CalendarComponent, MappedEntry.Part> parts = new IdentityHashMap<>();

    private EntryReader(EventReader events, ImportEntry entry) {
        this.events = events;
        this.recurrences = new SeriesReader(events.times());
        this.entry = entry;
    }

    /**
     * Maps an entry.
     *
     * @param memberZone the zone of floating times and dates
     * @param locations the English names of the known locations by id
     */
    static MappedEntry read(ImportEntry entry, ZoneId memberZone, Map<Integer, String> locations) {
        EventReader events = new EventReader(new EventTimes(memberZone, entry.zones()), locations);
        return new EntryReader(events, entry).read();
    }

    private MappedEntry read() {
        List<CalendarComponent> changes = new ArrayList<>();
        @Nullable CalendarComponent main = null;
        for (CalendarComponent component : entry.components()) {
            if (!component.name().equals("VEVENT")) {
                refuse(component, Message.of("detail.import.component", Texts.excerpt(component.name())));
            } else if (component.has(RECURRENCE_ID)) {
                changes.add(component);
            } else if (main == null || sequenceOf(main) <= sequenceOf(component)) {
                if (main != null) {
                    refuse(main, Message.of("detail.import.duplicate"));
                }
                main = component;
            } else {
                refuse(component, Message.of("detail.import.duplicate"));
            }
        }
        changes.sort(Comparator.comparingLong(EntryReader::sequenceOf).reversed());
        if (main == null) {
            changes.forEach(this::readAlone);
        } else {
            readSeries(main, changes);
        }
        return new MappedEntry(
                plans, entry.components().stream().map(parts::get).toList());
    }

    /** Reads a changed occurrence whose series is not in the file, such as an invitation to one occurrence. */
    private void readAlone(CalendarComponent change) {
        Set<Message> notes = new LinkedHashSet<>();
        notes.add(Message.of("detail.import.single-occurrence"));
        try {
            plans.add(events.read(change, notes::add).withUid(uidOf(change) + '/' + originalStart(change)));
            take(change, plans.size() - 1, notes);
        } catch (ComponentRefused refused) {
            refuse(change, refused.reason());
        }
    }

    private void readSeries(CalendarComponent main, List<CalendarComponent> changes) {
        Set<Message> notes = new LinkedHashSet<>();
        try {
            Plan plan = events.read(main, notes::add).withUid(uidOf(main));
            @Nullable Series series = recurrences.read(main, plan);
            take(main, 0, notes);
            if (series == null) {
                plans.add(plan);
                changes.forEach(change -> refuse(change, Message.of("detail.import.not-recurring")));
            } else {
                readChanges(plan.withSeries(series), series, changes);
            }
        } catch (ComponentRefused refused) {
            refuse(main, refused.reason());
            changes.forEach(change -> refuse(change, Message.of("detail.import.series-refused")));
        }
    }

    private void readChanges(Plan plan, Series series, List<CalendarComponent> changes) {
        List<CalendarComponent> ranges = new ArrayList<>();
        Map<LocalDateTime, Change> found = new LinkedHashMap<>();
        for (CalendarComponent change : changes) {
            if ("THISANDFUTURE".equalsIgnoreCase(required(change, RECURRENCE_ID).parameter("RANGE"))) {
                ranges.add(change);
            } else {
                readChange(plan, series, change, found);
            }
        }
        ranges.stream().skip(1).forEach(range -> refuse(range, Message.of("detail.import.several", "RANGE")));
        @Nullable Tail tail = ranges.isEmpty() ? null : readTail(ranges.getFirst(), plan, series);
        if (tail == null) {
            add(plan, series, found.values(), Duration.ZERO);
            return;
        }
        Map<Boolean, List<Change>> later = found.values().stream()
                .collect(Collectors.partitioningBy(change -> !change.original.isBefore(tail.from)));
        boolean wholeSeries = !tail.from.isAfter(plan.time().start());
        if (!wholeSeries) {
            add(plan, tail.head, later.getOrDefault(false, List.of()), Duration.ZERO);
        }
        String uid = plan.uid() + (wholeSeries ? "" : '/' + originalStart(tail.range));
        add(
                tail.plan.withUid(uid),
                tail.series,
                later.getOrDefault(true, List.of()),
                Duration.between(tail.from, tail.plan.time().start()));
        take(tail.range, plans.size() - 1, tail.notes);
    }

    private void readChange(Plan plan, Series series, CalendarComponent component, Map<LocalDateTime, Change> found) {
        Set<Message> notes = new LinkedHashSet<>();
        try {
            LocalDateTime original = recurrences.originalStart(component, plan, series);
            if (found.containsKey(original)) {
                throw ComponentRefused.because(Message.of("detail.import.duplicate"));
            }
            if (found.size() == Series.MAX_CHANGED) {
                throw ComponentRefused.because(Message.of("detail.import.too-many", RECURRENCE_ID, Series.MAX_CHANGED));
            }
            found.put(original, new Change(component, original, events.read(component, notes::add), notes));
        } catch (ComponentRefused refused) {
            refuse(component, refused.reason());
        }
    }

    /** Splits the series at the occurrence. Returns null if the component is refused. */
    private @Nullable Tail readTail(CalendarComponent range, Plan plan, Series series) {
        Set<Message> notes = new LinkedHashSet<>();
        try {
            LocalDateTime from = recurrences.originalStart(range, plan, series);
            Plan other = events.read(range, notes::add);
            SeriesSplit split = new SeriesSplit(series, plan.time(), from);
            return new Tail(range, from, split.head(), other, split.tail(other.time()), notes);
        } catch (ComponentRefused refused) {
            refuse(range, refused.reason());
        } catch (ErrorResponseException notOfRule) {
            refuse(range, Message.of("detail.import.unsupported", "RANGE=THISANDFUTURE"));
        }
        return null;
    }

    private void add(Plan plan, Series series, Collection<Change> changes, Duration shift) {
        plans.add(plan.withSeries(series.withChanged(changes.stream()
                .map(change -> new ChangedOccurrence(change.original.plus(shift), change.plan))
                .toList())));
        changes.forEach(change -> take(change.component, plans.size() - 1, change.notes));
    }

    /** Returns the UID, or a hash of the component, so that a repeated import finds the same schedule. */
    private static String uidOf(CalendarComponent component) {
        ContentLine line = component.property("UID");
        String uid = line == null ? "" : Texts.oneLine(line.text()).strip();
        if (UnicodeText.isLongerThan(uid, UID_LENGTH)) {
            throw ComponentRefused.because(Message.of("detail.import.uid-length", UID_LENGTH));
        }
        return UnicodeText.isBlank(uid)
                ? HexFormat.of().formatHex(Sha256.of(String.join("\n", CalendarWriter.linesOf(component))))
                : uid;
    }

    /** Returns the RECURRENCE-ID, which is short because it is a time. */
    private String originalStart(CalendarComponent change) {
        ContentLine line = required(change, RECURRENCE_ID);
        events.times().value(line);
        return line.value().strip();
    }

    static ContentLine required(CalendarComponent component, String property) {
        ContentLine line = component.property(property);
        if (line == null) {
            throw ComponentRefused.because(Message.of("detail.import.missing", property));
        }
        return line;
    }

    private static long sequenceOf(CalendarComponent component) {
        ContentLine line = component.property("SEQUENCE");
        return line == null || !line.value().matches("\\d{1,18}") ? 0 : Long.parseLong(line.value());
    }

    private void take(CalendarComponent component, int plan, Set<Message> notes) {
        parts.put(component, new MappedEntry.Part(component, plan, null, List.copyOf(notes)));
    }

    private void refuse(CalendarComponent component, Message reason) {
        parts.put(component, new MappedEntry.Part(component, -1, reason, List.of()));
    }

    /** A changed occurrence. */
    private record Change(CalendarComponent component, LocalDateTime original, Plan plan, Set<Message> notes) {}

    /** The second series after a change of this and all following occurrences. */
    private record Tail(
            CalendarComponent range, LocalDateTime from, Series head, Plan plan, Series series, Set<Message> notes) {}
}
