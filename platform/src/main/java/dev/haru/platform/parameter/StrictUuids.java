package dev.haru.platform.parameter;

import java.beans.PropertyEditorSupport;
import java.util.UUID;

/**
 * A UUID is one of 36 characters; Java would take {@code 1-1-1-1-1} for one, and Spring an empty parameter for none. An
 * editor, because where a converter refuses Spring asks its own, lenient editor next.
 */
final class StrictUuids extends PropertyEditorSupport {

    private static final int LENGTH = 36;

    @Override
    public void setAsText(String text) {
        if (text.length() != LENGTH) {
            throw new IllegalArgumentException("not a UUID");
        }
        setValue(UUID.fromString(text));
    }
}
