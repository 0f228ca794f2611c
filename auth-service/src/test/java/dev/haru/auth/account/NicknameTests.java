package dev.haru.auth.account;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ibm.icu.lang.UCharacter;
import com.ibm.icu.lang.UProperty;
import com.ibm.icu.text.Normalizer2;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NicknameTests {

    private static final Normalizer2 NFKC_CASEFOLD = Normalizer2.getNFKCCasefoldInstance();

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
    @CsvSource({
        "Haru, haru",
        "STRASSE, straße",
        "STRA\u1e9eE, strasse",
        "STRA\u1e9eE, straße",
        "ｈａｒｕ, haru",
        "ΣΑΣ, σας",
        "σασ, σας",
        "ﬁt, fit",
        "KADIN, kad\u0131n",
        "kadin, kad\u0131n",
        "\u0130zmir, i\u0307zmir",
        "\u13b0\u13b1, \uab80\uab81",
        "\u1fb3x, \u1fbcX",
        "J\u030co, \u01f0o"
    })
    void sameLettersInOtherCaseOrFormHaveEqualKeys(String one, String other) {
        assertThat(Nickname.of(one).key()).isEqualTo(Nickname.of(other).key());
    }

    /** Otherwise a spelling that signed in before would no longer do so. */
    @Test
    void equalPreviousKeysHaveEqualKeys() {
        assertThat(characters().filter(text -> {
                    String normal = Nickname.normalized(text);
                    return !Nickname.folded(Nickname.foldedBefore(normal)).equals(Nickname.folded(text));
                }))
                .isEmpty();
    }

    /** Full case folding, and NFKC_Casefold, which removes characters that no nickname has. */
    @Test
    void spellingsThatUnicodeFoldsHaveEqualKeys() {
        assertThat(characters()
                        .filter(text -> !Nickname.folded(UCharacter.foldCase(text, true))
                                        .equals(Nickname.folded(text))
                                || !Nickname.folded(NFKC_CASEFOLD.normalize(text))
                                        .equals(Nickname.folded(text))
                                || !Nickname.folded(Nickname.folded(text)).equals(Nickname.folded(text))))
                .isEmpty();
    }

    private static Stream<String> characters() {
        return IntStream.rangeClosed(0, Character.MAX_CODE_POINT)
                .filter(character -> character < 0xd800 || character > 0xdfff)
                .filter(character -> !UCharacter.hasBinaryProperty(character, UProperty.DEFAULT_IGNORABLE_CODE_POINT))
                .mapToObj(Character::toString);
    }

    @ParameterizedTest
    @CsvSource({
        "alice, \u0430lice",
        "haru, \u041d\u0410RU",
        "Haru, \u041da\u0433u",
        "paypal, \u0440\u0430\u0443\u0440\u0430l",
        "user1, userl",
        "seed_0, seed_O",
        "modern, rnodern",
        "strasse, \u0455tra\u1e9ee"
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
