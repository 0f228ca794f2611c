package dev.haru.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import dev.haru.platform.language.Message;
import dev.haru.platform.problem.TooLarge;
import jakarta.validation.Constraint;
import jakarta.validation.Payload;
import jakarta.validation.constraints.Size;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;

class SizeLimitsTests {

    private final JsonMapper json = mapper();

    private static JsonMapper mapper() {
        JsonMapper.Builder builder = JsonMapper.builder();
        new JsonAutoConfiguration().strictJson().customize(builder);
        return builder.build();
    }

    @Test
    void arraysAndTextsAtTheirLimitAreRead() {
        Form form = json.readValue("""
                {"items":[{"name":"a"},{"name":"b"}],"words":["long enough"],"title":"abc","code":"wxyz",
                 "tags":["a","b"],"rows":[["a","b"],["c","d"]]}""", Form.class);

        assertThat(form.items()).hasSize(2);
        assertThat(form.words()).containsExactly("long enough");
        assertThat(form.rows()).containsExactly(List.of("a", "b"), List.of("c", "d"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"items\":[{},{},{}]}",
                "{\"items\":[{\"name\":\"a\"},{\"name\":\"b\"},{\"name\":\"c\"}]}",
                "{\"items\":[null,null,null]}",
                "{\"items\":[{\"unknown\":{\"a\":[{}]}},{\"unknown\":[[]]},{}]}"
            })
    void arrayOverItsLimitIsRefused(String body) {
        assertThatExceptionOfType(TooLarge.class)
                .isThrownBy(() -> json.readValue(body, Form.class))
                .satisfies(refusal -> {
                    assertThat(refusal.rule()).isEqualTo(Message.of("field.size", 0, 2));
                    assertThat(refusal.getPath())
                            .singleElement()
                            .satisfies(
                                    step -> assertThat(step.getPropertyName()).isEqualTo("items"));
                });
    }

    @Test
    void errorOfATextArrayOverItsLimitNamesTheArray() {
        assertThatExceptionOfType(TooLarge.class)
                .isThrownBy(() -> json.readValue("{\"words\":[\"a\",\"b\"]}", Form.class))
                .satisfies(refusal -> assertThat(refusal.getPath()).hasSize(1));
    }

    @Test
    void errorOfAnElementOverItsLimitNamesItsPosition() {
        assertThatExceptionOfType(TooLarge.class)
                .isThrownBy(() -> json.readValue("{\"items\":[{},{\"name\":\"ab\"}]}", Form.class))
                .satisfies(refusal -> assertThat(refusal.getPath()).hasSize(3));
    }

    @Test
    void arrayOverItsLimitIsNotReadToItsEnd() {
        String broken = "{\"items\":[{},{},{}, and the rest is no JSON at all";

        assertThatExceptionOfType(TooLarge.class).isThrownBy(() -> json.readValue(broken, Form.class));
    }

    @Test
    void charactersOutsideTheBasicPlaneCountOnce() {
        String title = "\ud83d\ude00".repeat(3);

        assertThat(json.readValue("{\"title\":\"%s\"}".formatted(title), Form.class)
                        .title())
                .isEqualTo(title);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"words\":[\"a\",\"b\"]}",
                "{\"tags\":[\"a\",\"b\",\"c\"]}",
                "{\"rows\":[[],[],[]]}",
                "{\"title\":\"abcd\"}",
                "{\"title\":\"abc\ud83d\ude00\"}",
                "{\"code\":\"vwxyz\"}",
                "{\"normalized\":\"vwxyz\"}",
                "{\"items\":[{\"name\":\"ab\"}]}"
            })
    void everyKindOfFieldIsLimited(String body) {
        assertThatExceptionOfType(TooLarge.class).isThrownBy(() -> json.readValue(body, Form.class));
    }

    record Form(
            @Size(max = 2) @Nullable List<@Nullable Item> items,
            @Size(min = 1, max = 1) @Nullable List<String> words,
            @Size(max = 2) @Nullable Set<String> tags,
            @Size(max = 2) @Nullable List<List<String>> rows,
            @Size(max = 3) @Nullable String title,
            @Code @Nullable String code,
            @Normalized @Nullable String normalized) {}

    @JsonIgnoreProperties(ignoreUnknown = true)
    record Item(@Size(max = 1) @Nullable String name) {}

    /** A constraint with a limit that applies only while JSON is read. */
    @TextLimit(4)
    @Constraint(validatedBy = {})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Normalized {
        String message() default "";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }

    /** A constraint that is composed with a limit. */
    @Size(max = 4) @Constraint(validatedBy = {})
    @Retention(RetentionPolicy.RUNTIME)
    @interface Code {
        String message() default "";

        Class<?>[] groups() default {};

        Class<? extends Payload>[] payload() default {};
    }
}
