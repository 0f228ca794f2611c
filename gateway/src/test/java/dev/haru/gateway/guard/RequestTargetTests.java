package dev.haru.gateway.guard;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class RequestTargetTests {

    @ParameterizedTest
    @ValueSource(strings = {"/", "/v1/schedules", "/v1/schedules/", "/v1/a.b", "/v1/..a", "/v1/a..", "/v1/~a-b_c/..."})
    void unambiguousPathIsPlain(String path) {
        assertThat(RequestTarget.isPlain(path)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "//",
                "//a",
                "/a//",
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
                "/a:b",
                "/a b",
                "/é",
                "/a\u0000"
            })
    void ambiguousPathIsNotPlain(String path) {
        assertThat(RequestTarget.isPlain(path)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"/", "*", "/a?b=c&d=%C3%A9,(e);f@g:h/i?j'k*!$~", "http://host:80/a", "/%41"})
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
                "/a?b=[c]",
                "/\u0661%4\u0661"
            })
    void invalidUriIsNotReadable(String target) {
        assertThat(RequestTarget.isReadable(target)).isFalse();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(
            strings = {"localhost", "localhost:8080", "api.example.com", "127.0.0.1:1", "[::1]", "[fe80::1]:65535"})
    void validHostIsAccepted(String host) {
        assertThat(RequestTarget.isHost(host)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", ":80", "a b", "a:b", "a:123456", "[::1", "::1", "[::1]x", "a/b", "a@b", "é"})
    void invalidHostIsRefused(String host) {
        assertThat(RequestTarget.isHost(host)).isFalse();
    }
}
