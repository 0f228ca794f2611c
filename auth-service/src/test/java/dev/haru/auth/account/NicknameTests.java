package dev.haru.auth.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NicknameTests {

    @ParameterizedTest
    @ValueSource(strings = {"seed_0", "user_1a2b3c4d_50_12345", "하루", "Zoë", "o.k-", "42"})
    void lettersAndDigitsAreValid(String text) {
        assertThat(Nickname.isValid(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "a", "_haru", "two words", "a\u202Eb", "a\u200Db", "smile😀", "a\u0000b", "<b>haru</b>"})
    void otherCharactersAreInvalid(String text) {
        assertThat(Nickname.isValid(text)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\u3164\u3164", // Hangul fillers
                "\uffa0\uffa0", // halfwidth, which NFKC maps to U+1160
                "\u115f\u1160",
                "a\u3164b",
                "ha\ufe0fru",
                "ha\u034fru",
                "ha\u00adru",
                "haru\u180b",
                "haru\udb40\udd00",
                "\u17b4haru"
            })
    void characterThatDrawsNothingIsInvalid(String text) {
        assertThat(Nickname.isValid(text)).isFalse();
    }

    /** An account with such a nickname signs in as before. */
    @Test
    void keyKeepsCharactersThatDrawNothing() {
        assertThat(Nickname.of("Ha\u034fRu").key()).isEqualTo("ha\u034fru");
    }

    @Test
    void limitBeforeNormalizationCountsCodePoints() {
        String longest = "\uD83D\uDE00".repeat(Nickname.LONGEST);

        assertThat(Nickname.of(longest).text()).isEqualTo(longest);
        assertThatThrownBy(() -> Nickname.of(longest + "a")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void over40CharactersIsInvalid() {
        assertThat(Nickname.isValid("a".repeat(40))).isTrue();
        assertThat(Nickname.isValid("a".repeat(41))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"Haru, haru", "STRASSE, straße", "ｈａｒｕ, haru", "ΣΑΣ, σας", "ﬁt, fit"})
    void sameLettersInOtherCaseOrFormHaveEqualKeys(String one, String other) {
        assertThat(Nickname.of(one).key()).isEqualTo(Nickname.of(other).key());
    }

    @ParameterizedTest
    @CsvSource({
        "alice, \u0430lice",
        "haru, \u041d\u0410RU",
        "Haru, \u041da\u0433u",
        "paypal, \u0440\u0430\u0443\u0440\u0430l",
        "user1, userl",
        "seed_0, seed_O",
        "modern, rnodern"
    })
    void lookAlikesHaveEqualSkeletons(String one, String other) {
        assertThat(Nickname.of(one).skeleton()).isEqualTo(Nickname.of(other).skeleton());
    }

    @ParameterizedTest
    @CsvSource({"alice, alicia", "하루, 하리", "seed_1, seed_2", "zoe, zo\u00eb"})
    void differentLooksHaveDifferentSkeletons(String one, String other) {
        assertThat(Nickname.of(one).skeleton()).isNotEqualTo(Nickname.of(other).skeleton());
    }

    @Test
    void tooLongTextIsNotNormalized() {
        String marks = "a" + "\u0301".repeat(Nickname.LONGEST);

        assertThat(Nickname.isValid(marks)).isFalse();
        assertThatThrownBy(() -> Nickname.of(marks)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void textKeepsCapitals() {
        assertThat(Nickname.of("HaRu").text()).isEqualTo("HaRu");
    }
}
