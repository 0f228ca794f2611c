package dev.haru.schedule.category;

import dev.haru.platform.language.Languages;
import java.util.Map;
import java.util.Objects;

/**
 * The subject of a template.
 *
 * @param icon the name of a symbol; clients have the picture
 * @param names by ISO 639 language; {@link Languages#DEFAULT} is among them
 */
public record Category(int id, String code, String icon, Map<String, String> names) {

    /** Returns the name in the language, or in the default language. */
    public String name(String language) {
        String name = names.get(language);
        return name != null ? name : Objects.requireNonNullElse(names.get(Languages.DEFAULT), code);
    }
}
