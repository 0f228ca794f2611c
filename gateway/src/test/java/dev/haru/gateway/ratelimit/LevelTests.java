package dev.haru.gateway.ratelimit;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LevelTests {

    /** A bucket of four tokens; one token is added every two seconds. */
    private static final Limit LIMIT = new Limit(4, 0.5);

    @ParameterizedTest
    @CsvSource({
        // microseconds until full, remaining tokens, seconds until the next token
        "0, 4, 0",
        "1, 3, 1",
        "2000000, 3, 2",
        "2000001, 2, 1",
        "5000000, 1, 1",
        "8000000, 0, 2",
        "6500000, 0, 1",
        "9000000, 0, 3"
    })
    void levelHasRemainingTokensAndTimeToTheNextToken(long microsToFull, long remaining, long next) {
        assertThat(Level.of(Level.Bucket.MEMBER, LIMIT, microsToFull))
                .returns(remaining, Level::remaining)
                .returns(next, Level::nextSeconds);
    }
}
