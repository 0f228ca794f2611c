package dev.haru.schedule.recurrence;

import dev.haru.platform.language.Message;

/** A recurrence rule that RFC 5545 does not permit, or that exceeds a limit. The message names the part of the rule. */
public final class InvalidRecurrence extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Message problem;

    private InvalidRecurrence(Message problem) {
        super(problem.toString());
        this.problem = problem;
    }

    static InvalidRecurrence tooLong() {
        return new InvalidRecurrence(Message.of("field.recurrence.length", RecurrenceRule.LONGEST_TEXT));
    }

    static InvalidRecurrence part(String name) {
        return new InvalidRecurrence(Message.of("field.recurrence.part", name));
    }

    static InvalidRecurrence duplicatePart(String name) {
        return new InvalidRecurrence(Message.of("field.recurrence.duplicate-part", name));
    }

    static InvalidRecurrence frequency() {
        return new InvalidRecurrence(Message.of("field.recurrence.frequency"));
    }

    static InvalidRecurrence above(String name, int limit) {
        return new InvalidRecurrence(Message.of("field.recurrence.above", name, limit));
    }

    static InvalidRecurrence tooOften(String name, int limit) {
        return new InvalidRecurrence(Message.of("field.recurrence.too-often", name, limit));
    }

    static InvalidRecurrence noSuchPosition() {
        return new InvalidRecurrence(Message.of("field.recurrence.no-such-position"));
    }

    static InvalidRecurrence endsBeforeStart() {
        return new InvalidRecurrence(Message.of("field.recurrence.ends-before-start"));
    }

    /** The requirement that the rule does not meet, as a text for the client. */
    public Message problem() {
        return problem;
    }
}
