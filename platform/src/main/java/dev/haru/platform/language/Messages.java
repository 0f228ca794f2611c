package dev.haru.platform.language;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.MessageSource;
import org.springframework.context.MessageSourceResolvable;
import org.springframework.context.support.ResourceBundleMessageSource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponse;

/**
 * The texts for clients, in all languages: those of the module in {@code messages*.properties}, and those of platform.
 * The files are UTF-8. In a text with arguments, {@code {0}} is the first argument, and {@code ''} is an apostrophe.
 */
public final class Messages {

    private static final String MODULE = "messages";
    private static final String PLATFORM = "dev/haru/platform/language/messages";
    private static final String SUFFIX = ".properties";

    private final MessageSource source;
    private final List<String> languages;

    Messages(MessageSource source, List<String> languages) {
        this.source = source;
        this.languages = languages;
    }

    /** Returns the texts of the class path. */
    public static Messages load() {
        return new Messages(source(), languagesOfPlatform());
    }

    static ResourceBundleMessageSource source() {
        ResourceBundleMessageSource source = new ResourceBundleMessageSource();
        source.setBasenames(MODULE, PLATFORM);
        source.setDefaultEncoding(StandardCharsets.UTF_8.name());
        source.setFallbackToSystemLocale(false);
        return source;
    }

    /** Returns the default language, and each language for which platform has a message file. */
    static List<String> languagesOfPlatform() {
        try {
            return Stream.concat(
                            Stream.of(Languages.DEFAULT),
                            Arrays.stream(new PathMatchingResourcePatternResolver()
                                            .getResources("classpath*:" + PLATFORM + "_*" + SUFFIX))
                                    .map(file -> languageOf(Objects.requireNonNull(file.getFilename()))))
                    .distinct()
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /** Returns the language that best fits the {@code Accept-Language} header. */
    public String languageFor(@Nullable String acceptLanguage) {
        return Languages.of(acceptLanguage, languages);
    }

    /** Returns the text in the language, or in English if the language lacks it. */
    public String text(MessageSourceResolvable message, String language) {
        return source.getMessage(message, Locale.of(language));
    }

    /** Returns the title of problems with this status; null for an unusual status. */
    public @Nullable String title(int status, String language) {
        return source.getMessage("title." + status, null, null, Locale.of(language));
    }

    /** Returns the problem of Spring with its detail in the language. */
    public ProblemDetail problem(ErrorResponse failure, String language) {
        return failure.updateAndGetBody(source, Locale.of(language));
    }

    private static String languageOf(String file) {
        return file.substring(file.indexOf('_') + 1, file.length() - SUFFIX.length());
    }
}
