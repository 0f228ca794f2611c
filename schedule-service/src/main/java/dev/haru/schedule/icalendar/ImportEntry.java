package dev.haru.schedule.icalendar;

import dev.haru.platform.json.UnicodeText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The components of a file that become one schedule: an event with its changed occurrences, which have the same UID. A
 * component of another kind is an entry of its own, which is refused.
 *
 * @param zones the VTIMEZONE components of the same calendar by TZID
 */
record ImportEntry(Map<String, CalendarComponent> zones, List<CalendarComponent> components) {

    /** Returns the entries of a file in the order of their first components. */
    static List<ImportEntry> of(List<CalendarComponent> calendars) {
        List<ImportEntry> entries = new ArrayList<>();
        for (CalendarComponent calendar : calendars) {
            Map<String, CalendarComponent> zones = EventTimes.zonesOf(calendar);
            Map<String, ImportEntry> byUid = new LinkedHashMap<>();
            for (CalendarComponent component : calendar.components()) {
                if (!component.name().equals("VTIMEZONE")) {
                    byUid.computeIfAbsent(keyOf(component), _ -> new ImportEntry(zones, new ArrayList<>()))
                            .components
                            .add(component);
                }
            }
            entries.addAll(byUid.values());
        }
        return entries;
    }

    private static String keyOf(CalendarComponent component) {
        ContentLine uid = component.property("UID");
        return component.name().equals("VEVENT") && uid != null && !UnicodeText.isBlank(uid.value())
                ? uid.value()
                : "line " + component.line();
    }
}
