package dev.haru.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.language.Message;
import dev.haru.platform.language.Messages;
import dev.haru.platform.problem.Problems.FieldError;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;
import org.springframework.validation.ObjectError;

class ProblemsTests {

    @Test
    void errorsOverTheMaximumAreCountedOnly() {
        ProblemDetail problem = localized(IntStream.range(0, 60_003)
                .mapToObj(i -> new InvalidField("items[" + i + "].title", Message.of("field.required")))
                .toList());

        assertThat(problem.getDetail()).isEqualTo("60003 fields are not valid; the first 20 are listed.");
        assertThat(errorsOf(problem)).hasSize(20);
    }

    @Test
    void errorsAreSortedByFieldAndIndex() {
        assertThat(fieldsOf("title", "items[10].title", "items[2].title", "items", "endAt"))
                .containsExactly("endAt", "items", "items[2].title", "items[10].title", "title");
    }

    @Test
    void namesThatDifferOnlyInZerosAreAllListed() {
        assertThat(fieldsOf("a[1]", "a[01]")).containsExactly("a[01]", "a[1]");
    }

    @Test
    void fieldWithSeveralErrorsIsListedOnce() {
        ObjectError size = violation("Size");
        ObjectError blank = violation("NotBlank");

        for (List<ObjectError> errors : List.of(List.of(size, blank), List.of(blank, size))) {
            ProblemDetail problem = localized(FieldErrors.of(null, errors));

            assertThat(errorsOf(problem)).containsExactly(new FieldError("title", "NotBlank"));
            assertThat(problem.getDetail()).isEqualTo("A field is not valid.");
        }
    }

    @Test
    void longFieldNameIsTruncated() {
        FieldError error = new FieldError("x".repeat(50_000), "is not a known field");

        assertThat(error.field()).isEqualTo("x".repeat(100) + "…");
    }

    @Test
    void unprintableCharactersOfAFieldNameAreReplaced() {
        assertThat(new FieldError("a\ud800b\u0000c\nd", "is not a known field").field())
                .isEqualTo("a\ufffdb\ufffdc\ufffdd");
    }

    @Test
    void truncationKeepsSurrogatePairs() {
        assertThat(new FieldError("x".repeat(99) + "\ud83d\ude00", "").field())
                .isEqualTo("x".repeat(99) + "\ud83d\ude00…");
    }

    private static List<String> fieldsOf(String... fields) {
        return errorsOf(localized(Arrays.stream(fields)
                        .map(field -> new InvalidField(field, Message.of("field.required")))
                        .toList()))
                .stream()
                .map(FieldError::field)
                .toList();
    }

    private static ObjectError violation(String constraint) {
        return new org.springframework.validation.FieldError(
                "body", "title", "", false, new String[] {constraint}, null, constraint);
    }

    private static ProblemDetail localized(List<InvalidField> errors) {
        return Problems.localize(Problems.invalid(errors), "en", Messages.load());
    }

    @SuppressWarnings("unchecked")
    private static List<FieldError> errorsOf(ProblemDetail problem) {
        Map<String, Object> properties = Objects.requireNonNull(problem.getProperties());
        return (List<FieldError>) Objects.requireNonNull(properties.get("errors"));
    }
}
