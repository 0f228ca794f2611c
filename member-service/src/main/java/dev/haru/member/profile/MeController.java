package dev.haru.member.profile;

import dev.haru.member.auth.MemberCall;
import dev.haru.member.auth.TokenOwner;
import dev.haru.platform.identity.CachedIdentity;
import dev.haru.platform.identity.Freshness;
import dev.haru.platform.precondition.IfMatch;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.headers.Header;
import io.swagger.v3.oas.annotations.media.Content;
import io.swagger.v3.oas.annotations.media.Schema;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PatchMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RestController;

/**
 * The endpoints of a member's own profile.
 *
 * <p>Longer than 120 lines because the API description of each endpoint stands at its method.
 */
@Tag(name = "Members", description = "The profile of the signed-in member")
@RestController
class MeController {

    private final Profiles profiles;
    private final ProfileEditor editor;

    MeController(Profiles profiles, ProfileEditor editor) {
        this.profiles = profiles;
        this.editor = editor;
    }

    @Operation(
            operationId = "readProfile",
            summary = "Read your profile",
            description = "With `If-None-Match`, returns the profile only if it has changed.")
    @ApiResponse(
            responseCode = "200",
            description = "The profile",
            headers = @Header(name = HttpHeaders.ETAG, description = "The profile's version"))
    @ApiResponse(responseCode = "304", description = "The profile has not changed", content = @Content)
    @ApiResponse(
            responseCode = "503",
            description = "`profile-not-ready`: the profile of a new account does not exist yet; "
                    + "`service-unavailable`. Try again after `Retry-After` seconds.")
    @RequiredScope(Scope.PROFILE_READ)
    @GetMapping("/v1/members/me")
    ResponseEntity<ProfileResponse> readMe(@AuthenticationPrincipal TokenOwner owner) {
        return answer(profiles.find(owner.memberId(), Freshness.CACHED)
                .map(CachedIdentity::value)
                .orElseThrow(ProfileNotReady::yet));
    }

    @Operation(
            operationId = "changeProfile",
            summary = "Change your profile",
            description = "Applies a merge patch (RFC 7396): absent fields keep their values, null removes a value. "
                    + "Read-only fields must have their current values. A change of nickname or e-mail address "
                    + "requires a sign-in or `POST /v1/auth/confirmation` within the last five minutes, and no "
                    + "personal access token permits it.")
    @ApiResponse(
            responseCode = "200",
            description = "The profile after the change",
            headers = @Header(name = HttpHeaders.ETAG, description = "The profile's version"))
    @ApiResponse(
            responseCode = "403",
            description = "`confirmation-required`: a change of nickname or e-mail address requires a recent sign-in "
                    + "or confirmation")
    @ApiResponse(
            responseCode = "409",
            description =
                    "`nickname-taken`, `email-taken`: another account has the nickname or has verified the e-mail "
                            + "address, or gave up the nickname in the last 30 days; `nickname-change-limit`, "
                            + "`email-change-limit`: the nickname or the verified e-mail address changed too often")
    @ApiResponse(
            responseCode = "412",
            description = "`precondition-failed`: the profile has changed since the version in `If-Match`")
    @ApiResponse(
            responseCode = "429",
            description = "`too-many-mails`: a change of the e-mail address sends a mail, and the account has reached "
                    + "its limit. Try again after `Retry-After` seconds.")
    @ApiResponse(
            responseCode = "503",
            description = "`profile-not-ready`: the profile of a new account does not exist yet; "
                    + "`service-unavailable`. Try again after `Retry-After` seconds.")
    @RequiredScope(Scope.PROFILE_WRITE)
    @PatchMapping(
            path = "/v1/members/me",
            consumes = {MediaType.APPLICATION_JSON_VALUE, "application/merge-patch+json"})
    ResponseEntity<ProfileResponse> changeMe(
            @AuthenticationPrincipal TokenOwner owner,
            @Parameter(description = "The ETag of the version to change, with its quotes")
                    @RequestHeader(name = HttpHeaders.IF_MATCH, required = false)
                    @Nullable String ifMatch,
            @Valid @RequestBody ProfilePatch patch,
            HttpServletRequest request) {
        return answer(editor.edit(MemberCall.of(owner, request), IfMatch.parseOptional(ifMatch), patch));
    }

    private static ResponseEntity<ProfileResponse> answer(Profile profile) {
        return ResponseEntity.ok().eTag(Long.toString(profile.version())).body(ProfileResponse.of(profile));
    }

    record ProfileResponse(
            UUID memberId,
            @Schema(example = "haru_fan") String nickname,

            @Schema(
                    types = {"string", "null"},
                    example = "fan@example.org")
            @Nullable String email,

            @Schema(example = "Seoul") String regionName,

            @Schema(
                    description = "The IANA name of the member's time zone; by default the time zone of the region",
                    example = "Asia/Seoul")
            String timeZone,

            Instant createdAt,
            Instant updatedAt) {

        static ProfileResponse of(Profile profile) {
            return new ProfileResponse(
                    profile.memberId(),
                    profile.nickname(),
                    profile.email(),
                    profile.regionName(),
                    profile.timeZone(),
                    profile.createdAt(),
                    profile.updatedAt());
        }
    }
}
