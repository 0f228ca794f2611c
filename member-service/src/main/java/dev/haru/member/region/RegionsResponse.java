package dev.haru.member.region;

import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;

/** All regions, by name, with their display names in one language. */
record RegionsResponse(List<Item> items) {

    @Schema(name = "Region")
    record Item(
            @Schema(description = "The `regionName` of a profile; the same in all languages", example = "Seoul")
            String name,

            @Schema(description = "The name in the language of the response", example = "Seoul")
            String displayName,

            @Schema(description = "The IANA name of the region's time zone", example = "Asia/Seoul")
            String timeZone) {}
}
