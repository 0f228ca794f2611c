package dev.haru.schedule.location;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** All locations, by id, with their names in one language. */
record LocationsResponse(List<Location> items) {

    record Location(
            @Schema(example = "1") int locationId,
            @Schema(example = "Home") String name) {}
}
