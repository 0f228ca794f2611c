package dev.haru.platform.timing;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimingEntriesTests {

    private static final long MILLI = 1_000_000;

    private final TimingEntries entries = new TimingEntries();

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            member;dur=1.5                                | member;dur=1.500
            member;dur=0.25, db;dur=3                     | member;dur=0.250, db;dur=3
            member;dur=0;desc="hit",db;dur=1              | member;dur=0;desc="hit", db;dur=1
            auth;desc="no answer";dur=2500                | auth;dur=2500;desc="no answer"
            member;dur=1.23456                            | member;dur=1.234
            member                                        | member;dur=0
            db;dur=1, db;dur=2                            | db;dur=3
            ,, ;dur=1, ok;dur=1                           | ok;dur=1
            bad;dur=x, bad;dur=-1, bad;dur=1e9, ok;dur=1  | ok;dur=1
            bad;dur=99999999999999999999, ok;dur=1;desc=" | ok;dur=1
            """)
    void validEntriesAreParsedAndOthersIgnored(String header, String read) {
        entries.addAll(header);

        assertThat(entries).hasToString(read);
    }

    @Test
    void entriesAboveTheMaximumAreDropped() {
        for (int i = 0; i < 100; i++) {
            entries.addAll("e" + i + ";dur=1");
        }

        assertThat(entries.toString().split(",", -1)).hasSize(16);
    }

    @Test
    void missingTimeBecomesTheNetworkEntry() {
        entries.add("auth", 2 * MILLI);
        entries.fill(5 * MILLI);

        assertThat(entries).hasToString("auth;dur=2, net;dur=3");
    }

    @Test
    void concurrentUpstreamCallsShareTheTime() {
        entries.add("auth", 3 * MILLI);
        entries.add("member", MILLI);
        entries.fill(2 * MILLI);

        assertThat(entries).hasToString("auth;dur=1.500, member;dur=0.500");
    }

    @ParameterizedTest
    @CsvSource({"member-service, member", "gateway, gateway"})
    void entryOfAServiceDropsTheSuffix(String service, String hop) {
        assertThat(TimingEntries.hop(service)).isEqualTo(hop);
    }
}
