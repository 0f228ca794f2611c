package dev.haru.platform.json;

import dev.haru.platform.language.Message;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Annotation;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.core.annotation.MergedAnnotation;
import org.springframework.core.annotation.MergedAnnotations;
import tools.jackson.databind.BeanProperty;

/**
 * The limit that {@link Size} or {@link TextLimit} sets for a field, in Unicode code points of a text or elements of an
 * array. A constraint annotation may also carry one of the two.
 */
record SizeLimit(int min, int max) {

    /** The smallest limit of this field; empty if it has none. */
    static Optional<SizeLimit> of(@Nullable BeanProperty property) {
        if (property == null || property.getMember() == null) {
            return Optional.empty();
        }
        Annotation[] declared = property.getMember().annotations().toArray(Annotation[]::new);
        MergedAnnotations all = MergedAnnotations.from(declared);
        return Stream.concat(
                        all.stream(Size.class).map(SizeLimit::of),
                        all.stream(TextLimit.class).map(text -> new SizeLimit(0, text.getInt("value"))))
                .filter(limit -> limit.max < Integer.MAX_VALUE)
                .min(Comparator.comparingInt(SizeLimit::max));
    }

    private static SizeLimit of(MergedAnnotation<Size> size) {
        return new SizeLimit(size.getInt("min"), size.getInt("max"));
    }

    boolean isExceededBy(String text) {
        return UnicodeText.isLongerThan(text, max);
    }

    /** The message of the validator, which checks the lower limit. */
    Message message() {
        return Message.of("field.size", min, max);
    }
}
