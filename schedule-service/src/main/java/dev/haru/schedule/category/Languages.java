package dev.haru.schedule.category;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The language that fits who asks. */
public final class Languages {

    /** Longer ones are no browser's, and cost time to read. */
    private static final int LONGEST = 200;

    private Languages() {}

    /**
     * The known language that an {@code Accept-Language} header prefers (look-up of <a
     * href="https://www.rfc-editor.org/rfc/rfc4647#section-3.4">RFC 4647</a>), else {@link Category#DEFAULT_LANGUAGE}.
     *
     * @param known ISO 639, in lower case
     */
    public static String of(@Nullable String acceptLanguage, Collection<String> known) {
        if (acceptLanguage == null || acceptLanguage.isBlank() || acceptLanguage.length() > LONGEST) {
            return Category.DEFAULT_LANGUAGE;
        }
        List<Locale.LanguageRange> wanted;
        try {
            wanted = Locale.LanguageRange.parse(acceptLanguage);
        } catch (IllegalArgumentException malformed) {
            // No reason to refuse somebody an answer.
            return Category.DEFAULT_LANGUAGE;
        }
        @Nullable String found = Locale.lookupTag(wanted, known);
        return found == null ? Category.DEFAULT_LANGUAGE : found;
    }
}
