package dev.haru.auth.session;

import io.swagger.v3.oas.annotations.media.Schema;

/** The tokens of a session, as the client receives them. */
public record TokenResponse(
        String token,
        @Schema(allowableValues = "Bearer") String tokenType,

        @Schema(description = "The lifetime of the access token in seconds")
        long expiresIn,

        String refreshToken,

        @Schema(description = "The lifetime of the refresh token in seconds")
        long refreshExpiresIn) {

    static TokenResponse of(TokenPair pair) {
        return new TokenResponse(
                pair.access().value(),
                "Bearer",
                pair.accessLife().toSeconds(),
                pair.refresh().value(),
                pair.refreshLife().toSeconds());
    }

    @Override
    public String toString() {
        return "TokenResponse[secret]";
    }
}
