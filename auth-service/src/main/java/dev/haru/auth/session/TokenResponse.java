package dev.haru.auth.session;

/**
 * The tokens of a session, as the client receives them.
 *
 * @param expiresIn lifetime of the access token in seconds
 * @param refreshExpiresIn lifetime of the refresh token in seconds
 */
public record TokenResponse(
        String token, String tokenType, long expiresIn, String refreshToken, long refreshExpiresIn) {

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
