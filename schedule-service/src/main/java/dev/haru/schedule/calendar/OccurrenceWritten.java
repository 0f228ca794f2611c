package dev.haru.schedule.calendar;

import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.springframework.http.HttpHeaders;

/** Describes the responses of the {@code PUT} and of the {@code PATCH} of an occurrence, besides the 200. */
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ApiResponse(
        responseCode = "201",
        description = "The new series was added",
        headers = {
            @Header(name = HttpHeaders.LOCATION, description = "The path of the new series"),
            @Header(name = HttpHeaders.ETAG, description = "The version of the new series")
        })
@ApiResponse(responseCode = "404", description = OccurrenceController.NOT_FOUND)
@ApiResponse(
        responseCode = "406",
        description =
                "`schedule-limit-reached`: delete a schedule before you split a series. The `Accept` header has no "
                        + "influence.")
@ApiResponse(responseCode = "412", description = OccurrenceController.OTHER_VERSION)
@ApiResponse(responseCode = "428", description = "`precondition-required`: `If-Match` is missing")
@interface OccurrenceWritten {}
