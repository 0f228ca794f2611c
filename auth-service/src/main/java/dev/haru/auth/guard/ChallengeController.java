package dev.haru.auth.guard;

import dev.haru.auth.account.Accounts;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.Parameter;
import io.swagger.v3.oas.annotations.media.Schema;
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
    private final SignUpBudget signUps;
    private final Challenges challenges;
    private final Accounts accounts;

    ChallengeController(LoginGuard guard, SignUpBudget signUps, Challenges challenges, Accounts accounts) {
        this.guard = guard;
        this.signUps = signUps;
        this.challenges = challenges;
        this.accounts = accounts;
    }

    @Operation(
            operationId = "readChallenge",
            summary = "Get a challenge",
            description = "Returns a challenge (proof of work) for a call that received 428 `challenge-required` or "
                    + "429 `address-blocked`. Find the number from 0 to `maxnumber` for which `hex(sha256(salt + "
                    + "number))` equals `challenge`. Send the JSON `{algorithm, challenge, number, salt, signature}` "
                    + "in Base64 in the header `Challenge-Solution`. A solution is valid once, for 5 minutes. The "
                    + "ALTCHA widget and libraries do this.")
    @ApiResponse(responseCode = "200", description = "A challenge")
    @GetMapping("/v1/auth/challenge")
    ResponseEntity<ChallengeResponse> challenge(
            @Parameter(
                            description =
                                    "The nickname or e-mail address of the sign-in; an account under attack may require more work. Omit "
                                            + "it for a registration.",
                            example = "haru_fan")
                    @RequestParam(required = false)
                    @Size(max = 254) @Nullable String nickname,
            HttpServletRequest request) {
        String account =
                nickname == null ? null : accounts.signInKeysOf(nickname).key();
        long work = Math.max(
                guard.workFor(request.getRemoteAddr(), account),
                account == null ? signUps.work(request.getRemoteAddr()) : 0);
        Altcha.Challenge challenge = challenges.create(work);
        return ResponseEntity.ok().cacheControl(CacheControl.noStore()).body(ChallengeResponse.of(challenge));
    }

    /**
     * A challenge for the client to solve.
     *
     * @param maxnumber the upper bound of the number to find
     */
    record ChallengeResponse(
            @Schema(allowableValues = "SHA-256") String algorithm,
            String challenge,
            long maxnumber,
            String salt,
            String signature) {

        static ChallengeResponse of(Altcha.Challenge challenge) {
            return new ChallengeResponse(
                    challenge.algorithm, challenge.challenge, challenge.maxnumber, challenge.salt, challenge.signature);
        }
    }
}
