package dev.haru.platform.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HeaderTextTests {

    @ParameterizedTest
    @ValueSource(strings = {"", "App/1.0", "App/1.0 (iPhone X\u0280)", "\uD558\uB8E8/1.0", "Caf\u00e9", "\uD83D\uDE00"})
    void utf8IsReadAsSent(String text) {
        assertThat(HeaderText.of(bytes(text), 200)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "Caf\u00e9, Caf\u00e9", // a byte that begins no sequence
        "\u00c0\u00af, \u00c0\u00af", // overlong
        "\u00ed\u00a0\u0080, \u00ed\u00a0\uFFFD", // half of a surrogate pair, then a control character of Latin-1
        "\u00c3, \u00c3" // half a sequence
    })
    void otherBytesAreReadAsLatin1(String value, String text) {
        assertThat(HeaderText.of(value, 200)).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 9, 10, 27, 127, 0x85})
    void controlCharacterIsReplaced(int control) {
        assertThat(HeaderText.of(bytes("a" + Character.toString(control) + "b"), 200))
                .isEqualTo("a\uFFFDb");
    }

    @Test
    void lengthCountsCodePoints() {
        assertThat(HeaderText.of(bytes("\uD83D\uDE00".repeat(201)), 200)).isEqualTo("\uD83D\uDE00".repeat(200));
        assertThat(HeaderText.of(bytes("a\uD83D\uDE00b"), 2)).isEqualTo("a\uD83D\uDE00");
    }

    @Test
    void missingHeaderHasNoText() {
        assertThat(HeaderText.of(null, 200)).isNull();
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
