package dev.haru.platform.language;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;

/** Selects the language of a response. */
public final class Languages {

    /** The language for a client that accepts none of the available languages. */
    public static final String DEFAULT = "en";

    /** The maximum length of the header. No browser sends a longer one, and parsing costs time. */
    private static final int LONGEST = 200;

    private Languages() {}

    /**
     * Returns the known language that an {@code Accept-Language} header prefers (look-up of <a
     * href="https://www.rfc-editor.org/rfc/rfc4647#section-3.4">RFC 4647</a>), else {@link #DEFAULT}.
     *
     * @param known ISO 639 languages, in lower case
     */
    public static String of(@Nullable String acceptLanguage, Collection<String> known) {
        if (acceptLanguage == null || acceptLanguage.isBlank() || acceptLanguage.length() > LONGEST) {
            return DEFAULT;
        }
        List<Locale.LanguageRange> wanted;
        try {
            wanted = Locale.LanguageRange.parse(withoutEmptyElements(acceptLanguage));
        } catch (IllegalArgumentException malformed) {
            // A malformed header is no reason to refuse the request.
            return DEFAULT;
        }
        @Nullable String found = Locale.lookupTag(wanted, known);
        return found == null ? DEFAULT : found;
    }

    /** RFC 9110, section 5.6.1.2: a recipient ignores empty elements of a list. The parser would refuse them. */
    private static String withoutEmptyElements(String list) {
        return Arrays.stream(list.split(","))
                .map(String::strip)
                .filter(element -> !element.isEmpty())
                .collect(Collectors.joining(","));
    }

    /**
     * Describes a response in this language, which depends on {@code Accept-Language}. Keeps the other {@code Vary}.
     */
    public static void describe(HttpHeaders response, String language) {
        response.set(HttpHeaders.CONTENT_LANGUAGE, language);
        if (response.getVary().stream().noneMatch(HttpHeaders.ACCEPT_LANGUAGE::equalsIgnoreCase)) {
            response.add(HttpHeaders.VARY, HttpHeaders.ACCEPT_LANGUAGE);
        }
    }
}
