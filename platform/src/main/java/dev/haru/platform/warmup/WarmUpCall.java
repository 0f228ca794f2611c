package dev.haru.platform.warmup;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * One call of a journey. It must change nothing: a read, or something that is refused.
 *
 * @param caller who makes it
 * @param body JSON; null for none
 * @param status what it is answered with; anything else fails the round
 */
public record WarmUpCall(
        HttpMethod method,
        String path,
        Caller caller,
        @Nullable String body,
        int status) {

    /** A read by the visitor. */
    public static WarmUpCall read(String path, int status) {
        return new WarmUpCall(HttpMethod.GET, path, Caller.VISITOR, null, status);
    }

    /** A read by nobody, or under {@code /internal} by this service itself. */
    public static WarmUpCall anonymousRead(String path, int status) {
        return new WarmUpCall(HttpMethod.GET, path, Caller.NOBODY, null, status);
    }

    /**
     * A read with a new token of nobody's, so that a neighbour is asked whose it is: 401, or 503 while that is away.
     */
    public static WarmUpCall strangersRead(String path) {
        return new WarmUpCall(HttpMethod.GET, path, Caller.STRANGER, null, 401);
    }

    /** A body sent by nobody, or under {@code /internal} by this service itself. */
    public static WarmUpCall anonymousPost(String path, String body, int status) {
        return new WarmUpCall(HttpMethod.POST, path, Caller.NOBODY, body, status);
    }

    /** A body sent by the visitor. */
    public static WarmUpCall post(String path, String body, int status) {
        return new WarmUpCall(HttpMethod.POST, path, Caller.VISITOR, body, status);
    }

    /** With whose token a call is made. */
    public enum Caller {
        /** With none. */
        NOBODY,
        /** The one whom only this process knows, and only while it warms up. */
        VISITOR,
        /** Somebody with a token that nobody was ever given. */
        STRANGER
    }
}
