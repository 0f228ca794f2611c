package dev.haru.platform.warmup;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * One call of a warm-up scenario. It must change nothing: it is a read, or the service refuses it.
 *
 * @param caller the token of the call
 * @param body JSON; null: no body
 * @param status the expected status; any other status fails the round
 */
public record WarmUpCall(
        HttpMethod method,
        String path,
        Caller caller,
        @Nullable String body,
        int status) {

    /** A read with the warm-up user's token. */
    public static WarmUpCall read(String path, int status) {
        return new WarmUpCall(HttpMethod.GET, path, Caller.WARM_UP_USER, null, status);
    }

    /** A read without a token; under {@code /internal}, a read by this service itself. */
    public static WarmUpCall anonymousRead(String path, int status) {
        return new WarmUpCall(HttpMethod.GET, path, Caller.ANONYMOUS, null, status);
    }

    /**
     * A read with a new unknown token, so that the service looks up the owner at its upstream service. The status is
     * 401, or a 5xx while the upstream service is unavailable.
     */
    public static WarmUpCall readWithUnknownToken(String path) {
        return new WarmUpCall(HttpMethod.GET, path, Caller.UNKNOWN_TOKEN, null, 401);
    }

    /** A POST without a token; under {@code /internal}, a POST by this service itself. */
    public static WarmUpCall anonymousPost(String path, String body, int status) {
        return new WarmUpCall(HttpMethod.POST, path, Caller.ANONYMOUS, body, status);
    }

    /** A POST with the warm-up user's token. */
    public static WarmUpCall post(String path, String body, int status) {
        return new WarmUpCall(HttpMethod.POST, path, Caller.WARM_UP_USER, body, status);
    }

    /** The token of a call. */
    public enum Caller {
        /** No token. */
        ANONYMOUS,
        /** The token of the warm-up user, which only this process accepts, and only during its warm-up. */
        WARM_UP_USER,
        /** A new token that auth-service never issued. */
        UNKNOWN_TOKEN
    }
}
