package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTests {

    @ParameterizedTest
    @ValueSource(
            strings = {"/", "/v1/schedules", "/v1/a.b", "/v1/..a", "/v1/a..", "/v1/~a-b_c/...", "/a:b", "/a%3Ab%3a"})
    void unambiguousPathIsPlain(String path) {
        assertThat(RequestTarget.isPlain(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//",
                "//a",
                "/a//",
                "/v1/schedules/",
                "/a//b",
                "/.",
                "/..",
                "/../a",
                "/a/.",
                "/a/..",
                "/a/./b",
                "/a/../b",
                "/a;b",
                "/%61",
                "/a%2fb",
                "/a\\b",
                "/a%3",
                "/..%3A/../a",
                "/a b",
                "/é",
                "/a\u0000"
            })
    void ambiguousPathIsNotPlain(String path) {
        assertThat(RequestTarget.isPlain(path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/",
                "*",
                "HTTPS://host",
                "http://host?a=b",
                "http://host:/a",
                "http://[::1]:8080/a",
                "http://[::1]",
                "/a?b=c&d=%C3%A9,(e);f@g:h/i?j'k*!$~",
                "http://host:80/a",
                "/%41"
            })
    void uriIsReadable(String target) {
        assertThat(RequestTarget.isReadable(target)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "/a b",
                "/{a}",
                "/a?b={c}",
                "/a#b",
                "/%",
                "/%4",
                "/%zz",
                "/\\",
                "/é",
                "v1/schedules",
                "?a=b",
                ":80/a",
                "ftp://host/a",
                "http:///a",
                "http://",
                "http://:80/a",
                "http://user@host/a",
                "http://user:password@host/a",
                "http://host:65536/a",
                "http://[::1/a",
                "http://[]/a",
                "http://::1/a",
                "http://[::1]a/",
                "http://ho%73t/a",
                "http://host/[a]",
                "host:80",
                "*a",
                "/a?b=[c]",
                "/\u0661%4\u0661"
            })
    void invalidUriIsNotReadable(String target) {
        assertThat(RequestTarget.isReadable(target)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"hru_", "hrr_", "hre_", "hrp_", "hrn_", "%68rp_", "%2568re_"})
    void tokenOfEachKindIsFound(String prefix) {
        assertThat(RequestTarget.containsToken("a=" + prefix + "a".repeat(49))).isTrue();
        assertThat(RequestTarget.containsToken("a=" + prefix + "a".repeat(20))).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {
                "localhost",
                "localhost:8080",
                "api.example.com",
                "127.0.0.1:1",
                "[::1]",
                "[fe80::1]:65535",
                "localhost:",
                "[::1]:"
            })
    void validHostIsAccepted(String host) {
        assertThat(RequestTarget.isHost(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":80",
                "a b",
                "a:b",
                "a:123456",
                "a:65536",
                ":",
                "[]",
                "[]:",
                "[::1",
                "::1",
                "[::1]x",
                "a/b",
                "a@b",
                "é"
            })
    void invalidHostIsRefused(String host) {
        assertThat(RequestTarget.isHost(host)).isFalse();
    }
}
