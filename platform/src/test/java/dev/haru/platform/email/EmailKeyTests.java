package dev.haru.platform.email;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EmailKeyTests {

    @ParameterizedTest
    @CsvSource({
        "fan@bücher.example, fan@xn--bcher-kva.example",
        "fan@BÜCHER.example, fan@bu\u0308cher.EXAMPLE",
        "fan@XN--BCHER-KVA.example, fan@xn--bcher-kva.example",
        "fan@straße.example, fan@xn--strae-oqa.example",
        "fan@\u1e9e.example, fan@ß.example",
        "fan@ｈａｒｕ.example, fan@haru.example",
        "fan@haru\u3002example, fan@haru.example",
        "fan@ha\u00adru.example, fan@haru.example",
        "fan@\u0623\u0631\u062f\u0646.example, fan@xn--igbyf9f.example",
        "jos\u00e9@example.org, jose\u0301@example.org",
        "JOSE\u0301@example.org, jos\u00e9@EXAMPLE.ORG",
        "J\u030c@example.org, \u01f0@example.org",
        "\ud55c\uad6d@example.org, \u1112\u1161\u11ab\u1100\u116e\u11a8@example.org",
        "Fan@Example.org, fan@example.org",
        "\u212bke@example.org, \u00e5ke@example.org"
    })
    void spellingsOfOneAddressHaveOneKey(String one, String other) {
        assertThat(EmailKey.of(one)).isEqualTo(EmailKey.of(other)).isEqualTo(EmailKey.of(EmailKey.of(one)));
    }

    @ParameterizedTest
    @CsvSource({
        "fan@straße.example, fan@strasse.example",
        "fan@\u03bb\u03cc\u03b3\u03bf\u03c2.example, fan@\u03bb\u03cc\u03b3\u03bf\u03c3.example",
        "strauß@example.org, strauss@example.org",
        "jose@example.org, jos\u00e9@example.org",
        "f.an@example.org, fan@example.org",
        "fan+a@example.org, fan@example.org"
    })
    void otherAddressesHaveOtherKeys(String one, String other) {
        assertThat(EmailKey.of(one)).isNotEqualTo(EmailKey.of(other));
    }

    @Test
    void keyOfAnAsciiAddressIsTheAddress() {
        assertThat(EmailKey.of("first.last+tag@mail.example.co.kr")).isEqualTo("first.last+tag@mail.example.co.kr");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "xn--zzzz.example", // no Punycode
                "xn--example-.org",
                "\u0301a.example", // begins with a combining mark
                "a\u200db.example", // a joiner where no script has one
                "1.\u05d0\u05d1\u05d2",
                "\u2100.example",
                "a\u0338b=.example",
                "a\ufffd.example",
                "a..b"
            })
    void domainWithoutAsciiFormIsRefused(String domain) {
        assertThat(EmailKey.asciiDomain(domain)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"example.org", "my_host.example", "ab--cd.example", "[127.0.0.1]", "\u2603.example"})
    void domainInUseIsAccepted(String domain) {
        assertThat(EmailKey.asciiDomain(domain)).isPresent();
    }

    /** Accounts from before have such addresses. */
    @Test
    void refusedDomainHasAKeyOfItsOwn() {
        assertThat(EmailKey.of("Fan@XN--ZZZZ.example")).isEqualTo("fan@xn--zzzz.example");
        assertThat(EmailKey.of("fan")).isEqualTo("fan");
        assertThat(EmailKey.of("")).isEmpty();
    }

    @Test
    void tooLongDomainIsRefused() {
        assertThat(EmailKey.asciiDomain("ü".repeat(60) + ".example")).isEmpty();
        assertThat(EmailKey.asciiDomain("d".repeat(64) + ".example")).isEmpty();
    }
}
