package dev.haru.platform.media;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.springframework.http.MediaType;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.accept.ContentNegotiationStrategy;
import org.springframework.web.accept.HeaderContentNegotiationStrategy;
import org.springframework.web.context.request.NativeWebRequest;

/**
 * Reads the {@code Accept} header (<a href="https://www.rfc-editor.org/rfc/rfc9110#section-12.5.1">RFC 9110, section
 * 12.5.1</a>). In contrast to Spring it observes the weight 0, and it ignores parameters of media types.
 *
 * <p>JSON has no charset parameter and is always UTF-8 (<a href="https://www.rfc-editor.org/rfc/rfc8259#section-11">RFC
 * 8259, section 11</a>). With another charset Spring would fail only when it writes the response, after the request has
 * changed data.
 */
final class AcceptedTypes implements ContentNegotiationStrategy {

    private final ContentNegotiationStrategy header = new HeaderContentNegotiationStrategy();

    @Override
    public List<MediaType> resolveMediaTypes(NativeWebRequest request) throws HttpMediaTypeNotAcceptableException {
        List<MediaType> ranges = header.resolveMediaTypes(request);
        List<MediaType> accepted = excludesJson(ranges) ? withoutJson(ranges) : accepted(ranges);
        if (accepted.isEmpty()) {
            // With an empty list, Spring would find no exception handler, and would respond with 200.
            throw new HttpMediaTypeNotAcceptableException(List.of(MediaType.APPLICATION_JSON));
        }
        return accepted;
    }

    /** Whether the most specific of the ranges that match JSON has the weight 0. */
    private static boolean excludesJson(List<MediaType> ranges) {
        Optional<MediaType> mostSpecific = ranges.stream()
                .filter(range -> range.includes(MediaType.APPLICATION_JSON))
                .min(Comparator.comparing(MediaType::isWildcardType).thenComparing(MediaType::isWildcardSubtype));
        return mostSpecific.isPresent() && isExcluded(mostSpecific.get());
    }

    private static List<MediaType> withoutJson(List<MediaType> ranges) {
        return accepted(ranges.stream()
                .filter(range -> !range.includes(MediaType.APPLICATION_JSON))
                .toList());
    }

    private static List<MediaType> accepted(List<MediaType> ranges) {
        return ranges.stream()
                .filter(range -> !isExcluded(range))
                .map(range -> new MediaType(range.getType(), range.getSubtype()))
                .toList();
    }

    private static boolean isExcluded(MediaType range) {
        return range.getQualityValue() == 0;
    }
}
