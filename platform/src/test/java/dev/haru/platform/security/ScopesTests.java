package dev.haru.platform.security;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScopesTests {

    @Test
    void answerWithoutScopesPermitsEverything() {
        assertThat(Scopes.parse(null)).isEqualTo(Scopes.SESSION);
        assertThat(List.of(Scope.values())).allMatch(Scopes.SESSION::permits);
        assertThat(Scopes.SESSION.codes()).isNull();
    }

    @Test
    void scopesPermitOnlyThemselves() {
        Scopes scopes = Scopes.parse("schedules:write profile:read");

        assertThat(List.of(Scope.values()))
                .filteredOn(scopes::permits)
                .containsExactly(Scope.PROFILE_READ, Scope.SCHEDULES_WRITE);
        assertThat(scopes.codes()).isEqualTo("profile:read schedules:write");
        assertThat(Scopes.parse(scopes.codes())).isEqualTo(scopes);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "everything", "schedules:read,profile:read", "SCHEDULES:READ", "session"})
    void unknownScopesPermitNothing(String codes) {
        Scopes scopes = Scopes.parse(codes);

        assertThat(scopes.ofSession()).isFalse();
        assertThat(List.of(Scope.values())).noneMatch(scopes::permits);
    }
}
