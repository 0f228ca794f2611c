package dev.haru.platform.openapi;

import dev.haru.platform.code.Coded;
import dev.haru.platform.code.OpenEnum;
import io.swagger.v3.oas.models.media.Schema;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;

/** Lists the values of properties with the annotation {@link OpenEnum}. */
final class OpenEnumProperties extends RecordProperties {

    private static final String EXTENSION = "x-extensible-enum";

    /** Lists the values of a text that later versions may extend. With an enum, generated clients would fail then. */
    static void list(Schema<?> text, List<String> values) {
        if (text.getExtensions() == null || !text.getExtensions().containsKey(EXTENSION)) {
            text.addExtension(EXTENSION, values);
            String described = text.getDescription() == null ? "" : text.getDescription() + ". ";
            text.setDescription(described + "Later versions may add values, so a client needs a default.");
        }
    }

    @Override
    Schema<?> complete(Class<?> model, RecordComponent component, Schema<?> property) {
        OpenEnum open = component.getAnnotation(OpenEnum.class);
        if (open != null) {
            list(property.getItems() == null ? property : property.getItems(), codes(open));
        }
        return property;
    }

    private static List<String> codes(OpenEnum open) {
        List<String> absent = List.of(open.except());
        return Arrays.stream(open.value().getEnumConstants())
                .map(Coded::code)
                .filter(code -> !absent.contains(code))
                .toList();
    }
}
