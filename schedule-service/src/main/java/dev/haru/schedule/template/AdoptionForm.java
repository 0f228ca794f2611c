package dev.haru.schedule.template;

import dev.haru.schedule.calendar.CalendarTime;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;

/** The start of an adoption. */
record AdoptionForm(
        @NotNull @CalendarTime @Schema(description = "From 1970 until 2199", example = "2026-11-23T19:00:00+09:00")
        Instant startAt) {}
