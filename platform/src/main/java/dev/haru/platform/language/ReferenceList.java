package dev.haru.platform.language;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.http.CacheControl;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseEntity;
import org.springframework.util.DigestUtils;

/**
 * A public list of reference data in each language. Each language has its own entity tag, which is computed once.
 *
 * @param <T> the body of the response; its {@code toString} contains the whole content
 */
public final class ReferenceList<T> {

    private static final CacheControl CACHE_CONTROL =
            CacheControl.maxAge(Duration.ofMinutes(5)).cachePublic();

    private final Map<String, Translation<T>> byLanguage = new TreeMap<>();

    private ReferenceList() {}

    /**
     * Creates the list in these languages and in the default language.
     *
     * @param list returns the body in a language
     */
    public static <T> ReferenceList<T> of(Collection<String> languages, Function<String, T> list) {
        ReferenceList<T> all = new ReferenceList<>();
        all.add(Languages.DEFAULT, list);
        languages.forEach(language -> all.add(language, list));
        return all;
    }

    /** Returns the language that best fits the {@code Accept-Language} header, of those in which the list exists. */
    public String languageFor(@Nullable String acceptLanguage) {
        return Languages.of(acceptLanguage, byLanguage.keySet());
    }

    /** Returns the body in this language, which {@link #languageFor} has returned. */
    public T in(String language) {
        return translation(language).body;
    }

    /** Returns the entity tag in this language, without quotes. */
    public String entityTag(String language) {
        return translation(language).entityTag;
    }

    /** Returns the cacheable response in the language that best fits the {@code Accept-Language} header. */
    public ResponseEntity<T> respond(@Nullable String acceptLanguage) {
        String language = languageFor(acceptLanguage);
        return ResponseEntity.ok()
                .cacheControl(CACHE_CONTROL)
                .varyBy(HttpHeaders.ACCEPT_LANGUAGE)
                .header(HttpHeaders.CONTENT_LANGUAGE, language)
                .eTag(entityTag(language))
                .body(in(language));
    }

    private void add(String language, Function<String, T> list) {
        byLanguage.computeIfAbsent(language, _ -> Translation.of(list.apply(language)));
    }

    private Translation<T> translation(String language) {
        return Objects.requireNonNull(byLanguage.get(language));
    }

    private record Translation<T>(T body, String entityTag) {

        /**
         * Derives the tag from the content, so that replicas agree; a record does not guarantee a stable hashCode().
         */
        static <T> Translation<T> of(T body) {
            byte[] content = Objects.toString(body).getBytes(StandardCharsets.UTF_8);
            return new Translation<>(body, DigestUtils.md5DigestAsHex(content));
        }
    }
}
