package dev.haru.member;

import dev.haru.platform.security.Scope;
import dev.haru.platform.test.EndpointScopes;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;

@MemberServiceTest
class EndpointScopeTests extends EndpointScopes {

    @BeforeEach
    void authService() {
        FakeAuthService.reset();
    }

    @Override
    protected String tokenWith(Set<Scope> scopes) {
        return FakeAuthService.personalTokenOf(UUID.randomUUID(), scopes);
    }
}
