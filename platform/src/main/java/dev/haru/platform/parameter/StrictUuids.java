package dev.haru.platform.parameter;

import java.beans.PropertyEditorSupport;
import java.util.UUID;
import org.springframework.web.bind.WebDataBinder;
import org.springframework.web.bind.annotation.InitBinder;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/**
 * A UUID is one of 36 characters; Java would take {@code 1-1-1-1-1} for one, and Spring an empty parameter for none.
 */
@RestControllerAdvice
class StrictUuids {

    private static final int LENGTH = 36;

    @InitBinder
    void readStrictly(WebDataBinder binder) {
        binder.registerCustomEditor(UUID.class, new Editor());
    }

    private static final class Editor extends PropertyEditorSupport {

        @Override
        public void setAsText(String text) {
            if (text.length() != LENGTH) {
                throw new IllegalArgumentException("not a UUID");
            }
            setValue(UUID.fromString(text));
        }
    }
}
