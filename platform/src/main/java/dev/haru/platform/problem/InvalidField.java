package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import dev.haru.platform.language.Messages;
import dev.haru.platform.problem.Problems.FieldError;
import java.util.Comparator;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * An invalid field of a request.
 *
 * @param field the name of the field in the request
 * @param message the requirement that the field must meet
 */
public record InvalidField(String field, Message message) {

    private static final Pattern INDEX = Pattern.compile("\\[(\\d{1,4})]");

    /** Sorts the elements of an array by index: {@code items[2]} before {@code items[10]}. */
    private static final Comparator<String> BY_NAME =
            Comparator.comparing(InvalidField::withPaddedIndexes).thenComparing(Comparator.naturalOrder());

    /** Returns the first error of each field, sorted by the names of the fields. */
    static List<InvalidField> firstOfEach(List<InvalidField> errors) {
        SortedMap<String, InvalidField> byName = new TreeMap<>(BY_NAME);
        errors.forEach(error -> byName.putIfAbsent(error.field, error));
        return List.copyOf(byName.values());
    }

    private static String withPaddedIndexes(String field) {
        return INDEX.matcher(field).replaceAll(index -> "[%04d]".formatted(Integer.valueOf(index.group(1))));
    }

    FieldError in(String language, Messages messages) {
        return new FieldError(field, messages.text(message, language));
    }
}
