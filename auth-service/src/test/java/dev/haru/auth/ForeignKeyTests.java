package dev.haru.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.ForeignKeys;
import org.junit.jupiter.api.Test;

@AuthServiceTest
class ForeignKeyTests {

    @Test
    void deletionOfAParentReadsNoWholeTable() {
        assertThat(ForeignKeys.slowCascades("auth")).isEmpty();
    }
}
