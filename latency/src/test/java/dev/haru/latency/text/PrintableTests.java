package dev.haru.latency.text;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class PrintableTests {

    /** A character of text direction, a line separator, and two format characters beyond U+FFFF. */
    @ParameterizedTest
    @ValueSource(strings = {"\u202e", "\u2028", "\udb40\udc01", "\ud834\udd73"})
    void jsonKeepsTheValueOfAControlCharacter(String control) {
        JsonMapper json = JsonMapper.shared();

        String printable = Printable.json(json.writeValueAsString("a" + control + "b"));

        assertThat(printable).isASCII();
        assertThat(json.readValue(printable, String.class)).isEqualTo("a" + control + "b");
    }

    @Test
    void jsonKeepsPrintableCharactersBeyondTheBasicPlane() {
        assertThat(Printable.json("\"\ud83d\ude00\"")).isEqualTo("\"\ud83d\ude00\"");
    }
}
