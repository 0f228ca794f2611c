package dev.haru.platform.json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.problem.InvalidRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.validation.beanvalidation.LocalValidatorFactoryBean;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class MergePatchTests {

    private static final Note STORED = new Note("a long title", 7, new Part("a long name", 1), "blue");

    private final JsonMapper mapper = new JsonMapper();
    private final LocalValidatorFactoryBean validator = new LocalValidatorFactoryBean();
    private final MergePatch patches;

    MergePatchTests() {
        validator.afterPropertiesSet();
        patches = new MergePatch(mapper, validator);
    }

    @AfterEach
    void close() {
        validator.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"colour\": \"red\"}", "{\"title\": \"a long title\", \"colour\": \"red\"}"})
    void keptValuesAreNotValidated(String patch) {
        assertThat(patched(patch)).isEqualTo(new Note("a long title", 7, STORED.part(), "red"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"title\": \"another long title\"}",
                "{\"title\": null}",
                "{\"count\": 8}",
                "{\"part\": {\"number\": 2}}",
                "{\"part\": {\"name\": \"another long name\"}}"
            })
    void changedValuesAreValidated(String patch) {
        assertThatExceptionOfType(InvalidRequest.class).isThrownBy(() -> patched(patch));
    }

    @Test
    void nullRemovesAValue() {
        assertThat(patched("{\"colour\": null, \"count\": null, \"part\": {\"name\": null}}"))
                .isEqualTo(new Note("a long title", null, new Part(null, 1), null));
    }

    @Test
    void valueThatWasAbsentIsRequired() {
        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> patches.apply(
                        new Note(null, null, null, null), mapper.readValue("{\"colour\": \"red\"}", NotePatch.class)));
    }

    private Note patched(String patch) {
        return patches.apply(STORED, mapper.readValue(patch, NotePatch.class));
    }

    record Note(
            @NotNull @Size(max = 5) @Nullable String title,
            @Max(5) @Nullable Integer count,
            @Valid @Nullable Part part,
            @Nullable String colour) {}

    record Part(
            @Size(max = 5) @Nullable String name,
            @Max(5) @Nullable Integer number) {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    record NotePatch(
            @Nullable JsonNode title,
            @Nullable JsonNode count,
            @Nullable JsonNode part,
            @Nullable JsonNode colour) {}
}
