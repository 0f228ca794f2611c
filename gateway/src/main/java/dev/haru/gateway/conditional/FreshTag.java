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
 * The entity tag of an answer that a shared cache may keep (RFC 9111, section 3), without the answer.
 *
 * @param freshFor as long as the service said it need not be asked again
 * @param learnedAt when it said so, in nanoseconds
 */
record FreshTag(ETag tag, String cacheControl, List<String> vary, Duration freshFor, long learnedAt) {

    private static final Set<String> CHOOSING = Set.of("accept-language", "accept-encoding");

    /** The gateway's own, for pages of other origins: no service's answer depends on them. */
    private static final Set<String> OWN =
            Set.of("origin", "access-control-request-method", "access-control-request-headers");

    private static final String MAX_AGE = "max-age=";

    /**
     * Nothing when the answer has no tag, depends on something else than a {@link Variant}, or is not for everybody.
     */
    static Optional<FreshTag> of(HttpHeaders answer, Duration longest, long now) {
        @Nullable String tag = answer.getETag();
        @Nullable String cacheControl = answer.getCacheControl();
        List<String> vary = answer.getVary();
        if (tag == null || cacheControl == null || !isUnderstood(vary)) {
            return Optional.empty();
        }
        Set<String> directives = directives(cacheControl);
        Duration freshFor = maxAge(directives);
        if (!directives.contains("public") || directives.contains("no-cache") || freshFor.isZero()) {
            return Optional.empty();
        }
        List<String> chosenBy = vary.stream().filter(FreshTag::isChoosing).toList();
        return Optional.of(new FreshTag(
                ETag.create(tag), cacheControl, chosenBy, freshFor.compareTo(longest) < 0 ? freshFor : longest, now));
    }

    /** What a 304 says of the answer, which a cache in front of the client then keeps for what is left of its time. */
    void writeTo(HttpHeaders headers, long now) {
        headers.setETag(tag.formattedTag());
        headers.setCacheControl(cacheControl);
        vary.forEach(header -> headers.add(HttpHeaders.VARY, header));
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

    private static boolean isUnderstood(List<String> vary) {
        return vary.stream().allMatch(header -> isChoosing(header) || OWN.contains(header.toLowerCase(Locale.ROOT)));
    }

    private static boolean isChoosing(String header) {
        return CHOOSING.contains(header.toLowerCase(Locale.ROOT));
    }
}
