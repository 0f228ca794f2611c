package dev.haru.schedule.template;

import dev.haru.platform.precondition.IfMatch;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.DigestUtils;

/**
 * The ETag of a template: its version, a dot, and a digest of the response. The digest covers ratings and adoptions, so
 * that a member who has just rated does not get an old response. {@code If-Match} compares only the version, so that a
 * new rating does not make the owner's edit fail.
 */
final class TemplateTag {

    private static final int DIGEST_LENGTH = 16;

    /** The tag, or the version alone, which the responses also contain. */
    private static final Pattern FORM = Pattern.compile("(?<version>[0-9]+)(\\.[0-9a-f]{" + DIGEST_LENGTH + "})?");

    private TemplateTag() {}

    static String of(int version, TemplateResponse answer) {
        return version
                + "."
                + DigestUtils.md5DigestAsHex(answer.toString().getBytes(StandardCharsets.UTF_8))
                        .substring(0, DIGEST_LENGTH);
    }

    /**
     * Returns the versions that the client accepts for a change; any version without {@code If-Match}. A tag of another
     * form matches no version.
     */
    static IfMatch versions(@Nullable String ifMatch) {
        IfMatch seen = IfMatch.parseOptional(ifMatch);
        return new IfMatch(
                seen.any(),
                seen.tags().stream()
                        .map(FORM::matcher)
                        .filter(Matcher::matches)
                        .map(tag -> tag.group("version"))
                        .collect(Collectors.toUnmodifiableSet()));
    }
}
