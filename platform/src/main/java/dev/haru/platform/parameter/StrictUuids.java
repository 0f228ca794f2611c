package dev.haru.platform.parameter;

import java.beans.PropertyEditorSupport;
import java.util.Arrays;
import java.util.UUID;

/**
 * A UUID has 36 characters, four of them hyphens at fixed places; Java would take {@code 1-1-1-1-1} for one, and Spring
 * an empty parameter for none. An editor, because where a converter refuses Spring asks its own, lenient editor next.
 */
final class StrictUuids extends PropertyEditorSupport {

    private static final int LENGTH = 36;
    private static final int[] HYPHENS = {8, 13, 18, 23};

    @Override
    public void setAsText(String text) {
        if (text.length() != LENGTH || Arrays.stream(HYPHENS).anyMatch(at -> text.charAt(at) != '-')) {
            throw new IllegalArgumentException("not a UUID");
        }
        setValue(UUID.fromString(text));
    }
}
