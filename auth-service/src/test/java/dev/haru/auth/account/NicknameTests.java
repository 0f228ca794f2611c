package dev.haru.auth.account;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NicknameTests {

    @ParameterizedTest
    @ValueSource(strings = {"seed_0", "user_1a2b3c4d_50_12345", "하루", "Zoë", "o.k-", "42"})
    void whenLettersAndDigitsIsValid(String text) {
        assertThat(Nickname.isValid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "_haru", "two words", "a\u202Eb", "a\u200Db", "smile😀", "a\u0000b", "<b>haru</b>"})
    void whenAnythingElseIsNotValid(String text) {
        assertThat(Nickname.isValid(text)).isFalse();
    }

    @Test
    void whenOver40CharactersIsNotValid() {
        assertThat(Nickname.isValid("a".repeat(40))).isTrue();
        assertThat(Nickname.isValid("a".repeat(41))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"Haru, haru", "STRASSE, straße", "ｈａｒｕ, haru", "ΣΑΣ, σας", "ﬁt, fit"})
    void whenTheyLookAlikeTheKeyIsTheSame(String one, String other) {
        assertThat(Nickname.of(one).key()).isEqualTo(Nickname.of(other).key());
    }

    @Test
    void whenWrittenInCapitalsTheTextKeepsThem() {
        assertThat(Nickname.of("HaRu").text()).isEqualTo("HaRu");
    }
}
