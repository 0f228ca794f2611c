package dev.haru.platform.identity;

import org.jspecify.annotations.Nullable;

/**
 * Whether an answer may come from a cache on the way. Between services it travels as {@code Cache-Control: no-cache}
 * (<a href="https://www.rfc-editor.org/rfc/rfc9111#section-5.2.1.4">RFC 9111, section 5.2.1.4</a>), from hop to hop.
 */
public enum Freshness {
    /** Any cache may answer. */
    CACHED,
    /** Only the database may: something has changed that a cache on the way may not have heard of. */
    FRESH;

    private static final String NO_CACHE = "no-cache";

    /** What a caller's {@code Cache-Control} asks for. */
    public static Freshness of(@Nullable String cacheControl) {
        return cacheControl != null && cacheControl.contains(NO_CACHE) ? FRESH : CACHED;
    }

    /** The {@code Cache-Control} that asks for it; null for none. */
    public @Nullable String cacheControl() {
        return this == FRESH ? NO_CACHE : null;
    }
}
