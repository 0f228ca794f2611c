package dev.haru.schedule.icalendar;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The feed of a member. */
record FeedResponse(
        @JsonInclude(JsonInclude.Include.NON_NULL)
        @Schema(
                description =
                        "The path of the feed at this host, only in the response that created it. Everyone who knows "
                                + "it can read your calendar.",
                example = "/v1/feeds/hrf_bEBQZ8mUVXyuCSgYnbXbRLxXFpdsAVbCzuNxjCPhUbA3Z8mUg.ics")
        @Nullable String path,

        Instant createdAt) {}
