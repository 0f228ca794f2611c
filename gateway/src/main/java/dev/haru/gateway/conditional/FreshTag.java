package dev.haru.gateway.conditional;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ETag;
import org.springframework.http.HttpHeaders;

/**
 * The entity tag of a response that a shared cache may store (RFC 9111, section 3), without the response.
 *
 * @param tag the entity tag
 * @param cacheControl the response's {@code Cache-Control}
 * @param vary the headers of {@link Variant} that the response's {@code Vary} names
 * @param language the response's {@code Content-Language}; null if it has none
 * @param freshFor how long the tag is fresh: the response's {@code max-age}, up to the configured maximum
 * @param learnedAt when the gateway received the response, in nanoseconds
 */
record FreshTag(
        ETag tag,
        String cacheControl,
        List<String> vary,
        @Nullable String language,
        Duration freshFor,
        long learnedAt) {

    private static final Set<String> VARIANT = Set.of("accept-language", "accept-encoding");

    /** The CORS headers. The gateway handles CORS, so no service's response depends on them. */
    private static final Set<String> CORS =
            Set.of("origin", "access-control-request-method", "access-control-request-headers");

    private static final String MAX_AGE = "max-age=";

    /**
     * Returns nothing if the response has no tag, varies by a header that {@link Variant} does not hold, or is not
     * public and fresh.
     */
    static Optional<FreshTag> of(HttpHeaders response, Duration longest, long now) {
        @Nullable String tag = response.getETag();
        @Nullable String cacheControl = response.getCacheControl();
        List<String> vary = response.getVary();
        if (tag == null || cacheControl == null || !isSupported(vary)) {
            return Optional.empty();
        }
        Set<String> directives = directives(cacheControl);
        Duration freshFor = maxAge(directives);
        if (!directives.contains("public") || directives.contains("no-cache") || freshFor.isZero()) {
            return Optional.empty();
        }
        List<String> chosenBy = vary.stream().filter(FreshTag::isOfVariant).toList();
        return Optional.of(new FreshTag(
                ETag.create(tag),
                cacheControl,
                chosenBy,
                response.getFirst(HttpHeaders.CONTENT_LANGUAGE),
                freshFor.compareTo(longest) < 0 ? freshFor : longest,
                now));
    }

    /**
     * Writes the headers of a 304 response. {@code Age} lets a cache in front of the client keep the page for the rest
     * of its time.
     */
    void writeTo(HttpHeaders headers, long now) {
        headers.setETag(tag.formattedTag());
        headers.setCacheControl(cacheControl);
        vary.forEach(header -> headers.add(HttpHeaders.VARY, header));
        if (language != null) {
            headers.set(HttpHeaders.CONTENT_LANGUAGE, language);
        }
        headers.set(
                HttpHeaders.AGE, Long.toString(Duration.ofNanos(now - learnedAt).toSeconds()));
    }

    private static Set<String> directives(String cacheControl) {
        return Set.copyOf(Stream.of(cacheControl.split(",", -1))
                .map(directive -> directive.strip().toLowerCase(Locale.ROOT))
                .toList());
    }

    private static Duration maxAge(Set<String> directives) {
        return directives.stream()
                .filter(directive -> directive.matches(MAX_AGE + "\\d{1,9}"))
                .map(directive -> Duration.ofSeconds(Long.parseLong(directive.substring(MAX_AGE.length()))))
                .findFirst()
                .orElse(Duration.ZERO);
    }

    private static boolean isSupported(List<String> vary) {
        return vary.stream().allMatch(header -> isOfVariant(header) || CORS.contains(header.toLowerCase(Locale.ROOT)));
    }

    private static boolean isOfVariant(String header) {
        return VARIANT.contains(header.toLowerCase(Locale.ROOT));
    }
}
