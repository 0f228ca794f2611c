package dev.haru.auth.mail;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MailAddressTests {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@example.org",
                "first.last+tag@mail.example.co.kr",
                "o'brien@example.org",
                "x!#$%&'*+/=?^_`{|}~-y@example.org"
            })
    void addressIsAccepted(String text) {
        assertThat(MailAddress.of(text).map(MailAddress::text)).contains(text);
    }

    @Test
    void internationalDomainGetsItsAsciiForm() {
        assertThat(MailAddress.of("a@bücher.example").map(MailAddress::text)).contains("a@xn--bcher-kva.example");
    }

    @ParameterizedTest
    @ValueSource(strings = {"a@B\u00dcCHER.example", "a@bu\u0308cher.EXAMPLE", "a@xn--bcher-kva.example"})
    void caseAndCanonicalFormOfADomainDoNotMatter(String text) {
        assertThat(MailAddress.of(text).map(MailAddress::key)).contains("a@xn--bcher-kva.example");
    }

    /** IDNA 2003 sends these to strasse.example, σ, ab.example and so on: other domains in IDNA 2008. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@stra\u00dfe.example",
                "a@\u03bb\u03cc\u03b3\u03bf\u03c2.example",
                "a@a\u200db.example",
                "a@a\u200cb.example",
                "a@a\u00adb.example",
                "a@\u017fharu.example",
                "a@\uff48aru.example",
                "a@haru\u3002example"
            })
    void domainThatBecomesAnotherIsRefused(String text) {
        assertThat(MailAddress.of(text)).isEmpty();
    }

    @Test
    void longestAddressHas254Characters() {
        String domain = ("d".repeat(60) + ".").repeat(2) + "example";
        String longest = "a".repeat(64) + "@" + "e".repeat(254 - 65 - domain.length() - 1) + "." + domain;
        assertThat(longest).hasSize(254);
        assertThat(MailAddress.of(longest)).isPresent();
        assertThat(MailAddress.of("e" + longest)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "@",
                "a@",
                "@example.org",
                "a",
                "a b@example.org",
                "a@example.org\r\nBcc: b@example.org",
                "a\n@example.org",
                "a\u0000@example.org",
                "<a@example.org>",
                "A <a@example.org>",
                "a@example.org, b@example.org",
                "a@b@example.org",
                "a(b)@example.org",
                "하루@example.org",
                "a@exa mple.org",
                "a@-example.org",
                "a@[127.0.0.1]",
                "\"a b\"@example.org",
                "a..b@example.org"
            })
    void textIsRefused(String text) {
        assertThat(MailAddress.of(text)).isEmpty();
    }
}
