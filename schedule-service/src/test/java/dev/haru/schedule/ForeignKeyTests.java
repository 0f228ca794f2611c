package dev.haru.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.ForeignKeys;
import org.junit.jupiter.api.Test;

@WholeService
class ForeignKeyTests {

    @Test
    void deletionOfAParentReadsNoWholeTable() {
        assertThat(ForeignKeys.slowCascades("schedule")).isEmpty();
    }
}
