package dev.haru.member;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.ForeignKeys;
import org.junit.jupiter.api.Test;

@MemberServiceTest
class ForeignKeyTests {

    @Test
    void deletionOfAParentReadsNoWholeTable() {
        assertThat(ForeignKeys.slowCascades("member")).isEmpty();
    }
}
