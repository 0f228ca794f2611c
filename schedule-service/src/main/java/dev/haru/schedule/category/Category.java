package dev.haru.schedule.category;

import java.util.Map;
import java.util.Objects;

/**
 * The subject of a template.
 *
 * @param icon the name of a symbol; clients have the picture
 * @param names by ISO 639 language; {@link #DEFAULT_LANGUAGE} is among them
 */
public record Category(int id, String code, String icon, Map<String, String> names) {

    /** The language for a client that accepts none of the available languages. */
    public static final String DEFAULT_LANGUAGE = "en";

    /** Returns the name in the language, or in the default language. */
    public String name(String language) {
        String name = names.get(language);
        return name != null ? name : Objects.requireNonNullElse(names.get(DEFAULT_LANGUAGE), code);
    }
}
