package dev.haru.schedule.template;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import java.util.UUID;

/** The schedules that an adoption created. */
record AdoptionResponse(
        UUID templateId,

        @Schema(
                description = "The ids of the new schedules, in the order of the template's items; see GET "
                        + "/v1/schedules/{id}")
        List<UUID> scheduleIds) {}
