package dev.haru.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.Size;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextSizeValidatorTests {

    private final Validator validator =
            Validation.buildDefaultValidatorFactory().getValidator();

    @ParameterizedTest
    @ValueSource(strings = {"ab", "abc", "\ud83d\ude00a", "\ud83d\ude00\ud83d\ude00\ud83d\ude00"})
    void textOfTwoOrThreeCodePointsIsValid(String text) {
        assertThat(isValid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "\ud83d\ude00", "abcd", "abc\ud83d\ude00"})
    void otherTextIsInvalid(String text) {
        assertThat(isValid(text)).isFalse();
    }

    @Test
    void absentTextIsValid() {
        assertThat(isValid(null)).isTrue();
    }

    @Test
    void sizeOfAListStillCountsItsElements() {
        assertThat(validator.validate(new Form("ab", List.of("ab", "ab")))).hasSize(1);
    }

    private boolean isValid(@Nullable String text) {
        return validator.validate(new Form(text, List.of())).isEmpty();
    }

    record Form(
            @Size(min = 2, max = 3) @Nullable String text,
            @Size(max = 1) List<String> list) {}
}
