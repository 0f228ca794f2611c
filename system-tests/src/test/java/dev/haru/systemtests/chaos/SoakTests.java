package dev.haru.systemtests.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SoakTests {

    @Test
    void callAtTheScheduleLimitCountsAsFailed() {
        List<Call> calls = Stream.of(
                        "1795300000123 create 201 0192d0c5-7a3e-7000-8000-000000000000 -",
                        "1795300000124 delete 204 - -",
                        "1795300000125 create 406 - 1406",
                        "1795300000126 list 503 - 1503")
                .map(Call::of)
                .flatMap(Optional::stream)
                .toList();

        assertThat(Soak.failed(calls)).isEqualTo(2);
    }
}
