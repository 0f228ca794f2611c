package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;

/** Identifies the occurrence of a series that an item of a list represents. */
record OccurrenceReference(
        @NotNull @Size(max = TimeText.LONGEST) @Schema(
                description =
                        "The start that the series gives the occurrence, in the form of the start of the series. It "
                                + "identifies the occurrence, also after a change of its time",
                example = "2026-11-25T09:30:00Z")
        String originalStart,

        @Schema(description = "Whether the occurrence differs from the series")
        boolean changed) {}
