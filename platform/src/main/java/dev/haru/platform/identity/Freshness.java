package dev.haru.platform.identity;

import org.jspecify.annotations.Nullable;

/**
 * Whether a cache may answer. Services forward the choice from hop to hop as {@code Cache-Control: no-cache} (<a
 * href="https://www.rfc-editor.org/rfc/rfc9111#section-5.2.1.4">RFC 9111, section 5.2.1.4</a>).
 */
public enum Freshness {
    /** Any cache may answer. */
    CACHED,
    /** Only the database may answer, because the caches may not have received a change yet. */
    FRESH;

    private static final String NO_CACHE = "no-cache";

    /** The freshness that a request's {@code Cache-Control} requires. */
    public static Freshness of(@Nullable String cacheControl) {
        return cacheControl != null && cacheControl.contains(NO_CACHE) ? FRESH : CACHED;
    }

    /** The {@code Cache-Control} header that requires this freshness; null: no header. */
    public @Nullable String cacheControl() {
        return this == FRESH ? NO_CACHE : null;
    }
}
