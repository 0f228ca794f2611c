package dev.haru.auth.factor;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class FactorKindTests {

    @Test
    void problemDocumentsTheCodesOfAllKinds() {
        var document = new JsonMapper().readTree(Path.of("..", "docs", "api", "auth-service.json"));

        assertThat(document.at("/components/schemas/Problem/properties/factors/items/x-extensible-enum")
                        .valueStream()
                        .map(code -> code.asString()))
                .containsExactlyElementsOf(
                        Arrays.stream(FactorKind.values()).map(FactorKind::code).toList());
    }
}
