package dev.haru.auth.mail;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.email.EmailKey;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

    @ParameterizedTest
    @CsvSource({
        "a@stra\u00dfe.example, a@xn--strae-oqa.example",
        "a@\u03bb\u03cc\u03b3\u03bf\u03c2.example, a@xn--oxapnm1c.example",
        "a@a\u00adb.example, a@ab.example",
        "a@\u017fharu.example, a@sharu.example",
        "a@\uff48aru.example, a@haru.example",
        "a@haru\u3002example, a@haru.example",
        "a@Example.ORG, a@example.org"
    })
    void mailGoesToTheDomainOfTheKey(String text, String mailbox) {
        assertThat(MailAddress.of(text).map(MailAddress::text)).contains(mailbox);
        assertThat(MailAddress.of(text).map(MailAddress::key)).contains(EmailKey.of(text));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a@a\u200db.example",
                "a@a\u200cb.example",
                "a@xn--zzzz.example",
                "a@\u0301a.example",
                "a@\u2100.example",
                "a@my_host.example"
            })
    void domainWithoutAnAsciiHostNameIsRefused(String text) {
        assertThat(MailAddress.of(text)).isEmpty();
    }

    /** A version before has confirmed the first address at the mailbox of the second. */
    @ParameterizedTest
    @CsvSource({
        "Fan@example.org, fan@example.org, Fan@example.org",
        "fan@\u04c0.example, fan@xn--d5a.example, fan@xn--d5a.example",
        "fan@xn--zzzz.example, fan@xn--zzzz.example, fan@xn--zzzz.example"
    })
    void verifiedAddressKeepsItsMailbox(String text, String key, String mailbox) {
        assertThat(MailAddress.ofVerified(text, key).text()).isEqualTo(mailbox);
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
