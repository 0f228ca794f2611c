package dev.haru.schedule.category;

import java.util.Map;
import java.util.Objects;

/**
 * What a template is about.
 *
 * @param icon the name of a symbol, of which clients have the picture
 * @param names by ISO 639 language; {@link #DEFAULT_LANGUAGE} is among them
 */
public record Category(int id, String code, String icon, Map<String, String> names) {

    /** The language of who asked for none that there is. */
    public static final String DEFAULT_LANGUAGE = "en";

    /** Its name in a language, or in the default one. */
    public String name(String language) {
        String name = names.get(language);
        return name != null ? name : Objects.requireNonNullElse(names.get(DEFAULT_LANGUAGE), code);
    }
}
