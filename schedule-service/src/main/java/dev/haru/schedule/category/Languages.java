package dev.haru.schedule.category;

import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Selects the language of a response. */
public final class Languages {

    /** The maximum length of the header. No browser sends a longer one, and parsing costs time. */
    private static final int LONGEST = 200;

    private Languages() {}

    /**
     * Returns the known language that an {@code Accept-Language} header prefers (look-up of <a
     * href="https://www.rfc-editor.org/rfc/rfc4647#section-3.4">RFC 4647</a>), else {@link Category#DEFAULT_LANGUAGE}.
     *
     * @param known ISO 639 languages, in lower case
     */
    public static String of(@Nullable String acceptLanguage, Collection<String> known) {
        if (acceptLanguage == null || acceptLanguage.isBlank() || acceptLanguage.length() > LONGEST) {
            return Category.DEFAULT_LANGUAGE;
        }
        List<Locale.LanguageRange> wanted;
        try {
            wanted = Locale.LanguageRange.parse(acceptLanguage);
        } catch (IllegalArgumentException malformed) {
            // A malformed header is no reason to refuse the request.
            return Category.DEFAULT_LANGUAGE;
        }
        @Nullable String found = Locale.lookupTag(wanted, known);
        return found == null ? Category.DEFAULT_LANGUAGE : found;
    }
}
