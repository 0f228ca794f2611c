package dev.haru.platform.address;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressPrefixTests {

    @ParameterizedTest
    @CsvSource({
        "192.0.2.7, 192.0.2.7",
        "::ffff:192.0.2.7, 192.0.2.7",
        "2001:db8:0:1::1, 2001:db8:0:1:0:0:0:0/64",
        "2001:db8:0:1:ffff:ffff:ffff:ffff, 2001:db8:0:1:0:0:0:0/64",
        "::1, 0:0:0:0:0:0:0:0/64"
    })
    void prefixIsTheWholeIpv4AddressOrTheIpv6Network(String address, String prefix) {
        assertThat(AddressPrefix.of(address)).hasToString(prefix);
    }

    @Test
    void zoneOfAnAddressIsIgnored() {
        assertThat(AddressPrefix.of("fe80::1%1")).isEqualTo(AddressPrefix.of("fe80::2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "localhost", "192.0.2.256", "unknown"})
    void textOtherThanAnAddressIsRefused(String text) {
        assertThatIllegalArgumentException().isThrownBy(() -> AddressPrefix.of(text));
    }
}
