package dev.haru.schedule.icalendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;

/** The 400 problems of a file that is not a calendar or exceeds the bounds. Each names the line. */
final class InvalidCalendarFile {

    private static final String FILE = "file";

    private InvalidCalendarFile() {}

    static InvalidRequest notUtf8() {
        return InvalidRequest.field(FILE, Message.of("field.calendar.utf-8"));
    }

    static InvalidRequest notCalendar() {
        return InvalidRequest.field(FILE, Message.of("field.calendar.begin"));
    }

    static InvalidRequest tooManyLines() {
        return InvalidRequest.field(FILE, Message.of("field.calendar.lines", CalendarBounds.LINES));
    }

    static InvalidRequest tooManyParameters(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.parameters", CalendarBounds.PARAMETERS));
    }

    static InvalidRequest outsideCalendar(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.begin"));
    }

    static InvalidRequest tooDeep(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.depth", CalendarBounds.DEPTH));
    }

    static InvalidRequest tooManyComponents(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.components", CalendarBounds.COMPONENTS));
    }

    static InvalidRequest tooManyAlarms(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.components", CalendarBounds.ALL_COMPONENTS));
    }

    static InvalidRequest notEnded(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.end"));
    }

    static InvalidRequest notBegun(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.end-without-begin"));
    }

    static InvalidRequest version(int line) {
        return InvalidRequest.field(at(line), Message.of("field.calendar.version"));
    }

    private static String at(int line) {
        return "line " + line;
    }
}
