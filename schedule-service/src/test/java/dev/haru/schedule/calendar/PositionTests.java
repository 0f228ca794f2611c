package dev.haru.schedule.calendar;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.platform.problem.InvalidRequest;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PositionTests {

    private static final Window ALWAYS = Window.of(null, null);
    private static final Window TODAY =
            Window.of(Instant.parse("2026-11-21T00:00:00Z"), Instant.parse("2026-11-22T00:00:00Z"));
    private static final Position SOME = new Position(
            Instant.parse("2026-11-21T09:30:00.123456Z"), UUID.fromString("019aa5b1-0000-7000-bfff-ffffffffffff"));

    @Test
    void cursorRestoresItsPosition() {
        assertThat(Position.ofCursor(SOME.toCursor(TODAY), TODAY)).isEqualTo(SOME);
    }

    @Test
    void cursorNeedsNoEscapingInAUrl() {
        assertThat(SOME.toCursor(TODAY)).matches("[A-Za-z0-9_-]+");
    }

    @Test
    void cursorOfAnotherWindowIsRefused() {
        String cursor = SOME.toCursor(TODAY);

        assertThatExceptionOfType(InvalidRequest.class).isThrownBy(() -> Position.ofCursor(cursor, ALWAYS));
    }

    @Test
    void cursorOutsideSupportedTimeIsRefused() {
        String cursor = new Position(Instant.parse("+200000-01-01T00:00:00Z"), SOME.id()).toCursor(ALWAYS);

        assertThatExceptionOfType(InvalidRequest.class).isThrownBy(() -> Position.ofCursor(cursor, ALWAYS));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "x", "not base64!", "AAAA", "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"})
    void malformedCursorIsRefused(String text) {
        assertThatExceptionOfType(InvalidRequest.class)
                .isThrownBy(() -> Position.ofCursor(text, ALWAYS))
                .satisfies(refusal ->
                        assertThat(refusal.getBody().getProperties()).asString().contains("field=cursor"));
    }
}
