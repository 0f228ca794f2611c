package dev.haru.schedule.icalendar;

import com.fasterxml.jackson.annotation.JsonProperty;

/** The outcome of a component in an import. */
enum ImportOutcome {

    /** The component became a new schedule. */
    @JsonProperty("added")
    ADDED,

    /** The component changed the schedule of an earlier import. */
    @JsonProperty("changed")
    CHANGED,

    /** The calendar has an equal schedule. */
    @JsonProperty("unchanged")
    UNCHANGED,

    /** The component changed nothing; the report has the reason. */
    @JsonProperty("refused")
    REFUSED
}
