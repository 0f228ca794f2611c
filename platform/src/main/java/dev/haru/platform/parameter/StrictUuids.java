package dev.haru.platform.parameter;

import java.beans.PropertyEditorSupport;
import java.util.Arrays;
import java.util.UUID;

/**
 * Parses a UUID of 36 characters with four hyphens at fixed positions. Java would accept {@code 1-1-1-1-1}, and Spring
 * would treat an empty parameter as missing. A property editor and not a converter: after a converter fails, Spring
 * tries its own, lenient editor.
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
