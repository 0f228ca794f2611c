package dev.haru.auth.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SecurityEventsTests {

    @Test
    void documentListsTheCodesOfAllKinds() {
        String codes = Arrays.stream(SecurityEvents.Kind.values())
                .map(kind -> '"' + kind.code() + '"')
                .collect(Collectors.joining(", ", "[", "]"));

        assertThat(SecurityEvents.KINDS).isEqualTo(codes);
    }
}
