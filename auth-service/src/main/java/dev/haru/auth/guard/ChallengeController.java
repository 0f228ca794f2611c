package dev.haru.auth.guard;

import dev.haru.auth.account.Accounts;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.constraints.Size;
import org.altcha.altcha.Altcha;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Sessions")
@RestController
class ChallengeController {

    private final LoginGuard guard;
    private final Challenges challenges;

    ChallengeController(LoginGuard guard, Challenges challenges) {
        this.guard = guard;
        this.challenges = challenges;
    }

    @Operation(
            summary = "Get a challenge",
            description =
                    "Proof of work for a sign-in that was answered with 428 `challenge-required`: find the number "
                            + "from 0 to `maxnumber` whose SHA-256, as `hex(sha256(salt + number))`, is `challenge`; then send "
                            + "Base64 of the JSON `{algorithm, challenge, number, salt, signature}` as `challenge` of the "
                            + "sign-in, once, within 5 minutes. ALTCHA's widget and libraries do that.")
    @ApiResponse(responseCode = "200", description = "A challenge")
    @GetMapping("/v1/auth/challenge")
    ResponseEntity<ChallengeResponse> challenge(
            @Parameter(description = "Who wants to sign in: it may take more work for an account that is under attack")
                    @RequestParam(required = false)
                    @Size(max = 200) @Nullable String nickname,
            HttpServletRequest request) {
        String account = nickname == null ? null : Accounts.keyOf(nickname);
        Altcha.Challenge challenge = challenges.create(guard.workFor(request.getRemoteAddr(), account));
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(ChallengeResponse.of(challenge));
    }

    /**
     * What is to be solved.
     *
     * @param maxnumber the number to find is not greater
     */
    record ChallengeResponse(String algorithm, String challenge, long maxnumber, String salt, String signature) {

        static ChallengeResponse of(Altcha.Challenge challenge) {
            return new ChallengeResponse(
                    challenge.algorithm, challenge.challenge, challenge.maxnumber, challenge.salt, challenge.signature);
        }
    }
}
