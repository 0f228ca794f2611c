package dev.haru.schedule.icalendar;

import dev.haru.platform.encoding.AcceptEncoding;
import dev.haru.platform.precondition.IfNoneMatch;
import dev.haru.platform.security.SessionOnly;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import java.net.URI;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of feeds.
 *
 * <p>Longer than 120 lines because the API description of each endpoint stands at its method.
 */
@Tag(name = "Schedules")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
class FeedController {

    private static final String OWN = "/v1/schedules/feed";
    private static final String EXTENSION = ".ics";

    private final Feeds feeds;

    FeedController(Feeds feeds) {
        this.feeds = feeds;
    }

    @Operation(
            operationId = "createFeed",
            summary = "Create a secret address of your calendar",
            description = "Creates an address at which other programs read all your schedules as iCalendar without "
                    + "signing in. Ends the address that you created before.")
    @ApiResponse(
            responseCode = "201",
            description = "The feed. Only this response contains the address.",
            headers = @Header(name = HttpHeaders.LOCATION, description = "The path of the feed"))
    @SessionOnly
    @PostMapping(OWN)
    ResponseEntity<FeedResponse> create(@AuthenticationPrincipal Member member) {
        String path = "/v1/feeds/" + feeds.replace(member.memberId()) + EXTENSION;
        CalendarFeed feed = feeds.of(member.memberId()).orElseThrow(FeedNotFound::create);
        return ResponseEntity.created(URI.create(path))
                .cacheControl(CacheControl.noStore())
                .body(new FeedResponse(path, feed.createdAt()));
    }

    @Operation(
            operationId = "readFeed",
            summary = "Check whether you have a feed",
            description = "Returns when you created the feed. The address itself is not stored.")
    @ApiResponse(responseCode = "200", description = "The feed, without its address")
    @ApiResponse(responseCode = "404", description = "`not-found`: you have no feed")
    @SessionOnly
    @GetMapping(OWN)
    FeedResponse read(@AuthenticationPrincipal Member member) {
        return feeds.of(member.memberId())
                .map(feed -> new FeedResponse(null, feed.createdAt()))
                .orElseThrow(FeedNotFound::create);
    }

    @Operation(
            operationId = "deleteFeed",
            summary = "End the secret address of your calendar",
            description = "The address is invalid at once. Succeeds also if you have no feed.")
    @ApiResponse(responseCode = "204", description = "You have no feed")
    @SessionOnly
    @DeleteMapping(OWN)
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void delete(@AuthenticationPrincipal Member member) {
        feeds.delete(member.memberId());
    }

    @Operation(
            operationId = "readCalendarFile",
            summary = "Read a calendar by its secret address",
            description =
                    "Returns all schedules as iCalendar (RFC 5545). Needs no token: the address is the secret. With "
                            + "`If-None-Match`, returns the file only if the calendar has changed.")
    @ApiResponse(
            responseCode = "200",
            description = "The calendar, compressed with gzip if the client accepts it",
            headers = @Header(name = HttpHeaders.ETAG, description = "The version of the calendar"),
            content =
                    @Content(
                            mediaType = CalendarFile.MEDIA_TYPE,
                            schema = @Schema(type = "string", maxLength = 1_000_000_000)))
    @ApiResponse(responseCode = "304", description = "The calendar has not changed", content = @Content)
    @ApiResponse(
            responseCode = "404",
            description = "`not-found`: the address is not or no longer valid, or an operator has disabled the account")
    @GetMapping(path = "/v1/feeds/{file}", produces = CalendarFile.MEDIA_TYPE)
    ResponseEntity<byte[]> file(
            @PathVariable
                    @Parameter(
                            description = "The secret and `.ics`",
                            example = "hrf_bEBQZ8mUVXyuCSgYnbXbRLxXFpdsAVbCzuNxjCPhUbA3Z8mUg.ics")
                    String file,
            @RequestHeader(name = HttpHeaders.IF_NONE_MATCH, required = false) @Parameter(hidden = true) @Nullable String ifNoneMatch,
            @RequestHeader(name = HttpHeaders.ACCEPT_ENCODING, required = false) @Parameter(hidden = true) @Nullable String acceptEncoding) {
        String secret = file.endsWith(EXTENSION) ? file.substring(0, file.length() - EXTENSION.length()) : "";
        CalendarFeed feed = feeds.bySecret(secret).orElseThrow(FeedNotFound::create);
        boolean gzipped = AcceptEncoding.includesGzip(acceptEncoding);
        // The version of the format precedes the number, so that a new format changes the tag. The gzipped file
        // has a tag of its own, because its bytes differ (RFC 9110, section 8.8.3.3).
        String tag = "\"1-" + feed.changeNumber() + (gzipped ? "-gzip" : "") + '"';
        boolean known = IfNoneMatch.names(ifNoneMatch, tag);
        ResponseEntity.BodyBuilder response = ResponseEntity.status(known ? HttpStatus.NOT_MODIFIED : HttpStatus.OK)
                .eTag(tag)
                .varyBy(HttpHeaders.ACCEPT_ENCODING)
                .cacheControl(CacheControl.noCache().cachePrivate());
        if (known) {
            return response.build();
        }
        if (gzipped) {
            response.header(HttpHeaders.CONTENT_ENCODING, "gzip");
        }
        return response.contentType(CalendarExportController.TYPE).body(feeds.file(feed, gzipped));
    }
}
