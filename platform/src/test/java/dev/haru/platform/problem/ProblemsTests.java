package dev.haru.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.problem.Problems.FieldError;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.http.ProblemDetail;

class ProblemsTests {

    @Test
    void errorsOverTheMaximumAreCountedOnly() {
        ProblemDetail problem = Problems.invalid(IntStream.range(0, 60_003)
                .mapToObj(i -> new FieldError("items[" + i + "].title", "must not be null"))
                .toList());

        assertThat(problem.getDetail()).isEqualTo("60003 fields are not valid; the first 20 are listed.");
        assertThat(errorsOf(problem)).hasSize(20);
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

    @SuppressWarnings("unchecked")
    private static List<FieldError> errorsOf(ProblemDetail problem) {
        Map<String, Object> properties = Objects.requireNonNull(problem.getProperties());
        return (List<FieldError>) Objects.requireNonNull(properties.get("errors"));
    }
}
