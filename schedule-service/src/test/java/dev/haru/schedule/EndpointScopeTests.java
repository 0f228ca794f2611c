package dev.haru.schedule;

import dev.haru.platform.security.Scope;
import dev.haru.platform.test.EndpointScopes;
import dev.haru.schedule.member.MemberServiceStub;
import java.util.Set;
import java.util.UUID;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;

@WholeService
@AutoConfigureMockMvc
class EndpointScopeTests extends EndpointScopes {

    @Override
    protected String tokenWith(Set<Scope> scopes) {
        return MemberServiceStub.personalTokenOf(UUID.randomUUID(), scopes);
    }
}
