package dev.haru.schedule.template;

import dev.haru.platform.precondition.IfMatch;
import java.nio.charset.StandardCharsets;
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

    private TemplateTag() {}

    static String of(int version, TemplateResponse answer) {
        return version
                + "."
                + DigestUtils.md5DigestAsHex(answer.toString().getBytes(StandardCharsets.UTF_8))
                        .substring(0, DIGEST_LENGTH);
    }

    /** Returns the versions that the client accepts for a change; any version without {@code If-Match}. */
    static IfMatch versions(@Nullable String ifMatch) {
        IfMatch seen = IfMatch.parseOptional(ifMatch);
        return new IfMatch(
                seen.any(),
                seen.tags().stream().map(tag -> tag.split("\\.", 2)[0]).collect(Collectors.toUnmodifiableSet()));
    }
}
