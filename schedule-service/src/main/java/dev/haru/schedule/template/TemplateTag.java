package dev.haru.schedule.template;

import dev.haru.platform.precondition.IfMatch;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.util.DigestUtils;

/**
 * The ETag of a template: its version, a dot, and a digest of the answer. The answer also has what others do, ratings
 * above all, and the own one must be in the next answer; but a rating is no reason to refuse its owner's edit.
 */
final class TemplateTag {

    private static final int DIGEST = 16;

    private TemplateTag() {}

    static String of(int version, TemplateResponse answer) {
        return version
                + "."
                + DigestUtils.md5DigestAsHex(answer.toString().getBytes(StandardCharsets.UTF_8))
                        .substring(0, DIGEST);
    }

    /** The versions that a client is willing to change; none given is any. */
    static IfMatch versions(@Nullable String ifMatch) {
        IfMatch seen = IfMatch.parseOptional(ifMatch);
        return new IfMatch(
                seen.any(),
                seen.tags().stream().map(tag -> tag.split("\\.", 2)[0]).collect(Collectors.toUnmodifiableSet()));
    }
}
