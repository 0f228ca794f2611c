package dev.haru.platform.encoding;

import static org.assertj.core.api.Assertions.assertThat;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptEncodingTests {

    @ParameterizedTest
    @CsvSource(nullValues = "none", textBlock = """
            none,                        false
            '',                          false
            identity,                    false
            br,                          false
            gzip,                        true
            GZIP,                        true
            'gzip, deflate, br, zstd',   true
            'br;q=1.0, gzip;q=0.5',      true
            'br, gzip;q=0',              false
            'br, gzip; q=0.000',         false
            '*',                         true
            '*;q=0',                     false
            'gzip;q=0, *',               false
            ';;;',                       false
            """)
    void gzipIsIncludedOnlyIfAccepted(@Nullable String header, boolean accepts) {
        assertThat(AcceptEncoding.includesGzip(header)).isEqualTo(accepts);
    }
}
