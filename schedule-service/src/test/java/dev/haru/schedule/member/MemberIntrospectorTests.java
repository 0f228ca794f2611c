package dev.haru.schedule.member;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.Mockito.mock;
import static org.mockito.Mockito.verifyNoInteractions;
import static org.mockito.Mockito.when;

import dev.haru.platform.token.TokenFormat;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;

class MemberIntrospectorTests {

    private final MemberClient members = mock(MemberClient.class);
    private final MemberIntrospector introspector = new MemberIntrospector(members);
    private final String token = TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());

    @Test
    void tokenOfAMemberAuthenticatesTheMember() {
        Member member = new Member(UUID.randomUUID(), ZoneId.of("Asia/Seoul"), Instant.parse("2099-01-01T00:00:00Z"));
        when(members.byAccessToken(token)).thenReturn(Optional.of(member));

        assertThat(introspector.introspect(token)).isEqualTo(member);
    }

    @Test
    void unknownTokenIsBad() {
        when(members.byAccessToken(token)).thenReturn(Optional.empty());

        assertThatExceptionOfType(BadOpaqueTokenException.class).isThrownBy(() -> introspector.introspect(token));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "hru_", "hru_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA", "Bearer"})
    void malformedTokenIsBadWithoutLookup(String malformed) {
        assertThatExceptionOfType(BadOpaqueTokenException.class).isThrownBy(() -> introspector.introspect(malformed));
        verifyNoInteractions(members);
    }
}
