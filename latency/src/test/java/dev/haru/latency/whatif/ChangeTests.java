package dev.haru.latency.whatif;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.haru.latency.component.Component;
import dev.haru.latency.component.Kind;
import dev.haru.latency.source.BadInput;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangeTests {

    private static final Component COMMIT = new Component("schedule-service", Kind.SQL, "COMMIT");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "schedule-service sql COMMIT -20%",
                "schedule-service sql COMMIT −20 %",
                "schedule-service sql COMMIT – 20 %",
                "  schedule-service  sql \tCOMMIT\u00a0\u221220\u202f% ",
                "schedule-service sql COMMIT -20.0%"
            })
    void percentHasAnyMinusSignAndAnySpaces(String text) {
        Change change = Change.of(text);

        assertThat(change.component()).isEqualTo("schedule-service sql COMMIT");
        assertThat(change.factor()).isEqualTo(0.8);
        assertThat(ComponentNames.matches(COMMIT, change.component())).isTrue();
    }

    @Test
    void timesZeroAndRemovalAreRead() {
        assertThat(Change.of("s sql X +20ms").nanos()).isEqualTo(20_000_000);
        assertThat(Change.of("s sql X −1.5 ms").nanos()).isEqualTo(-1_500_000);
        assertThat(Change.of("s sql X +2s").nanos()).isEqualTo(2_000_000_000);
        assertThat(Change.of("s sql X +300us").nanos()).isEqualTo(300_000);
        assertThat(Change.of("s sql X 0").factor()).isZero();
        assertThat(Change.of("s sql X removed").removed()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "removed",
                "-20%",
                "s sql X",
                "s sql X 20%",
                "s sql X 20ms",
                "s sql X -20",
                "s sql X -20%%",
                "s sql X -101%",
                "s sql X +10001%",
                "s sql X +2h",
                "s sql X +3601s",
                "s sql X -NaN%",
                "s sql X +1e9ms"
            })
    void otherTextIsRefused(String text) {
        assertThatThrownBy(() -> Change.of(text)).isInstanceOf(BadInput.class);
    }

    @Test
    void componentMatchesItsNameItsBeginningAndItsKind() {
        Component select = new Component("s", Kind.SQL, "select a from b where c = ?");

        assertThat(ComponentNames.matches(select, "s sql select a from b where c = ?"))
                .isTrue();
        assertThat(ComponentNames.matches(select, "S SQL SELECT a FROM b WHERE c = ?"))
                .isTrue();
        assertThat(ComponentNames.matches(select, "s sql select a fr…")).isTrue();
        assertThat(ComponentNames.matches(select, "s sql select a fr...")).isTrue();
        assertThat(ComponentNames.matches(select, "s sql")).isTrue();
        assertThat(ComponentNames.matches(select, "s sql select a")).isFalse();
        assertThat(ComponentNames.matches(select, "s")).isFalse();
        assertThat(ComponentNames.matches(select, "t sql")).isFalse();
        assertThat(ComponentNames.matches(new Component("s", Kind.HASH_WAIT, ""), "s hash"))
                .isFalse();
    }

    @Test
    void closestNamesComeFirst() {
        Component rollback = new Component("schedule-service", Kind.SQL, "ROLLBACK");
        Component own = new Component("gateway", Kind.OWN, "");

        assertThat(ComponentNames.closest(List.of(own, rollback, COMMIT), "schedule sql comit")
                        .getFirst())
                .isEqualTo("schedule-service sql COMMIT");
    }
}
