package dev.haru.platform.warmup;

import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;

/**
 * One call of a journey. It must change nothing: a read, or something that is refused.
 *
 * @param signedIn whether the journey's visitor makes it
 * @param body JSON; null for none
 * @param status what it is answered with; anything else fails the round
 */
public record WarmUpCall(
        HttpMethod method,
        String path,
        boolean signedIn,
        @Nullable String body,
        int status) {

    /** A read by the visitor. */
    public static WarmUpCall read(String path, int status) {
        return new WarmUpCall(HttpMethod.GET, path, true, null, status);
    }

    /** A read by nobody, or under {@code /internal} by this service itself. */
    public static WarmUpCall anonymousRead(String path, int status) {
        return new WarmUpCall(HttpMethod.GET, path, false, null, status);
    }

    /** A body sent by nobody, or under {@code /internal} by this service itself. */
    public static WarmUpCall anonymousPost(String path, String body, int status) {
        return new WarmUpCall(HttpMethod.POST, path, false, body, status);
    }

    /** A body sent by the visitor. */
    public static WarmUpCall post(String path, String body, int status) {
        return new WarmUpCall(HttpMethod.POST, path, true, body, status);
    }
}
