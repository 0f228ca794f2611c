package dev.haru.platform.parameter;

import java.beans.PropertyEditorSupport;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Parses a whole number of decimal ASCII digits, with a minus sign before a negative one. Spring's own editor would
 * accept {@code 0x10}, {@code #10}, white space and the digits of other scripts. A property editor and not a converter:
 * after a converter fails, Spring tries its own, lenient editor.
 */
final class StrictNumbers extends PropertyEditorSupport {

    /** The bound is above the digits of a long, so that the type of the parameter decides the range. */
    private static final Pattern FORM = Pattern.compile("-?[0-9]{1,30}");

    private final Function<String, Number> parser;

    /** @param parser throws {@link NumberFormatException} for a number out of range */
    StrictNumbers(Function<String, Number> parser) {
        this.parser = parser;
    }

    @Override
    public void setAsText(String text) {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException("not a whole number");
        }
        setValue(parser.apply(text));
    }
}
