package dev.haru.platform.precondition;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The versions that a client is ready to change, from its {@code If-Match} header (<a
 * href="https://www.rfc-editor.org/rfc/rfc9110#section-13.1.1">RFC 9110, section 13.1.1</a>).
 *
 * @param any whether every version matches
 * @param tags the strong entity tags, without quotes; a weak tag never matches
 */
public record IfMatch(boolean any, Set<String> tags) {

    /** Matches every version. */
    public static final IfMatch ANY = new IfMatch(true, Set.of());

    /** Parses the header. Refuses a malformed header, such as a number without quotes, with 400. */
    public static IfMatch parse(String header) {
        String text = header.strip();
        if (text.equals("*")) {
            return ANY;
        }
        List<String> tags = EntityTags.parse(text);
        if (tags == null) {
            throw InvalidRequest.field("If-Match", Message.of("field.if-match"));
        }
        return new IfMatch(
                false,
                tags.stream()
                        .filter(tag -> !tag.startsWith(EntityTags.WEAK))
                        .map(tag -> tag.substring(1, tag.length() - 1))
                        .collect(Collectors.toUnmodifiableSet()));
    }

    /** Parses an optional header; a missing header matches every version. */
    public static IfMatch parseOptional(@Nullable String header) {
        return header == null ? ANY : parse(header);
    }

    /** Whether a resource with this version may be changed. Its entity tag is the version. */
    public boolean accepts(long version) {
        return any || tags.contains(Long.toString(version));
    }
}
