package dev.haru.auth.session;

/**
 * The tokens of a session, as the client gets them.
 *
 * @param expiresIn life of the access token in seconds
 * @param refreshExpiresIn life of the refresh token in seconds
 */
public record TokenResponse(
        String token, String tokenType, long expiresIn, String refreshToken, long refreshExpiresIn) {

    static TokenResponse of(TokenPair pair, SessionProperties properties) {
        return new TokenResponse(
                pair.access().value(),
                "Bearer",
                properties.accessToken().toSeconds(),
                pair.refresh().value(),
                properties.refreshToken().toSeconds());
    }

    @Override
    public String toString() {
        return "TokenResponse[secret]";
    }
}
