package dev.haru.auth.password;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.validation.ConstraintViolation;
import jakarta.validation.Validation;
import jakarta.validation.Validator;
import jakarta.validation.constraints.NotNull;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Every acceptable new password passes the rule for entered passwords, and normalization is bounded. */
class PasswordRuleTests {

    private static final List<String> PARTS = List.of(
            "a", " ", "0", "\ud83d\ude00", "e\u0301", "\u1100\u1161\u11a8", "\ufdfa", "\u0301", "\u00a0", "\ufb01");

    private final Validator validator =
            Validation.buildDefaultValidatorFactory().getValidator();

    static Stream<String> accepted() {
        return Stream.of(
                " ".repeat(8),
                "\ud83d\ude00".repeat(101),
                "e\u0301".repeat(101),
                "\u03b1\u0313\u0300\u0345".repeat(128),
                "\u1100\u1161\u11a8".repeat(128),
                // U+16D6A as its three parts: 768 UTF-16 units
                "\ud81b\udd63\ud81b\udd67\ud81b\udd67".repeat(128));
    }

    @ParameterizedTest
    @MethodSource("accepted")
    void acceptablePasswordCanBeEntered(String password) {
        assertThat(isAccepted(password)).isTrue();
        assertThat(isEntered(password)).isTrue();
    }

    @Test
    void randomAcceptablePasswordCanBeEntered() {
        Random random = new Random(28);
        int accepted = 0;
        for (int i = 0; i < 5_000; i++) {
            String password = random(random);
            if (isAccepted(password)) {
                accepted++;
                assertThat(isEntered(password)).as(password).isTrue();
            }
        }
        assertThat(accepted).isGreaterThan(1_000);
    }

    @Test
    void textOverTheLimitIsRefusedBeforeNormalization() {
        String marks = "a" + "\u0301".repeat(31_000);

        assertThat(isAccepted(marks)).isFalse();
        assertThat(isEntered(marks)).isFalse();
        assertThatThrownBy(() -> PasswordText.normalized(marks)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void limitOfAnEnteredPasswordCountsCodePoints() {
        String longest = "\ud83d\ude00".repeat(PasswordText.LONGEST);

        assertThat(isEntered(longest)).isTrue();
        assertThat(PasswordText.normalized(longest)).isEqualTo(longest);
        assertThat(isEntered(longest + "a")).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"haruharu", "HARU-2026", "12345haru", "하루하루하루하루", "ｈａｒｕｈａｒｕ", "haru 하루 haru"})
    void nameOfTheServiceIsNoPassword(String password) {
        assertThat(validator.validate(new Chosen(password)))
                .singleElement()
                .extracting(ConstraintViolation::getMessageTemplate)
                .isEqualTo("{field.password.service}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"haha-ruru", "charuser", "haru and others", "12345678-90"})
    void passwordThatOnlyContainsTheNameIsAccepted(String password) {
        assertThat(isAccepted(password)).isTrue();
    }

    private boolean isAccepted(String password) {
        return validator.validate(new Chosen(password)).isEmpty();
    }

    private boolean isEntered(String password) {
        return validator.validate(new Entered(password)).isEmpty();
    }

    private static String random(Random random) {
        int kind = random.nextInt(3);
        int length = 1 + random.nextInt(160);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            switch (kind) {
                case 0 -> text.append(PARTS.get(random.nextInt(PARTS.size())));
                case 1 -> text.appendCodePoint(0x20 + random.nextInt(0x250));
                default -> text.appendCodePoint(scalar(random));
            }
        }
        return text.toString();
    }

    private static int scalar(Random random) {
        int point = 1 + random.nextInt(Character.MAX_CODE_POINT);
        return point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE ? 'a' : point;
    }

    record Chosen(@NotNull @AcceptablePassword String password) {}

    record Entered(@NotNull @EnteredPassword String password) {}
}
