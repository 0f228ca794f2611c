package dev.haru.platform.json;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UnicodeTextTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "\t\n",
                "\u0085",
                "\u00a0",
                "\u2007",
                "\u202f",
                "\u3000",
                "\u2028",
                "\u200b\u2060",
                "\u3164",
                "\ufe0f",
                "\u034f",
                "\ufeff",
                "\udb40\udd00",
                " \u00a0\u200d "
            })
    void textThatDrawsNothingIsBlank(String text) {
        assertThat(UnicodeText.isBlank(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "\u00a0a", "\u2764\ufe0f", "\ud83d\ude00", "\u0301", "\u0600", ".", "\u2800"})
    void otherTextIsNotBlank(String text) {
        assertThat(UnicodeText.isBlank(text)).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"'',''", "abc,abc", "abcd,abc", "😀😀😀,😀😀😀", "😀😀😀😀,😀😀😀", "ab😀d,ab😀"})
    void truncatedTextHasWholeCodePoints(String text, String expected) {
        assertThat(UnicodeText.truncated(text, 3)).isEqualTo(expected);
        assertThat(UnicodeText.isLongerThan(text, 3)).isEqualTo(!text.equals(expected));
    }

    @Test
    void textThatIsBlankInJavaIsBlank() {
        for (int character = 0; character <= Character.MAX_CODE_POINT; character++) {
            String text = Character.toString(character);
            if (text.isBlank()) {
                assertThat(UnicodeText.isBlank(text)).as("U+%04X", character).isTrue();
            }
        }
    }
}
