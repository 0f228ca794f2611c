package dev.haru.member.profile;

import dev.haru.platform.database.ReplicaRouting;
import dev.haru.platform.security.InternalCall;
import io.swagger.v3.oas.annotations.Hidden;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RestController;

/**
 * Returns the profile of a member for the archive that auth-service gathers. auth-service passes the properties on to
 * the member, so they are part of the public API: the schema {@code Archive} of auth-service describes them.
 */
@Hidden
@RestController
class ExportController {

    private final MemberRepository members;

    ExportController(MemberRepository members) {
        this.members = members;
    }

    @InternalCall(client = "auth-service")
    @GetMapping("/internal/members/{id}/export/profile")
    ExportPage profile(@PathVariable UUID id) {
        // A replica may not have a profile that the member has just changed.
        return ReplicaRouting.fromPrimary(() -> members.findProfile(id))
                .map(profile -> new ExportPage(List.of(ExportedProfile.of(profile)), null))
                .orElseThrow(() -> MemberNotFound.withId(id));
    }

    /**
     * The only page.
     *
     * @param next always null; other services have further pages
     */
    record ExportPage(List<ExportedProfile> items, @Nullable UUID next) {}

    record ExportedProfile(
            UUID memberId,
            String nickname,
            @Nullable String email,
            String regionName,
            String timeZone,
            Instant createdAt,
            Instant updatedAt) {

        static ExportedProfile of(Profile profile) {
            return new ExportedProfile(
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
