package dev.haru.auth;

import static dev.haru.auth.AccountFixture.freshNickname;

import dev.haru.platform.security.Scope;
import dev.haru.platform.test.EndpointScopes;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.beans.factory.annotation.Autowired;

@AuthServiceTest
class EndpointScopeTests extends EndpointScopes {

    @Autowired
    private AuthCalls calls;

    @Override
    protected String tokenWith(Set<Scope> scopes) throws Exception {
        String nickname = freshNickname();
        calls.register(nickname);
        String session = AuthCalls.read(calls.login(nickname, AuthCalls.PASSWORD), "$.token");
        String codes = scopes.stream().map(scope -> '"' + scope.code() + '"').collect(Collectors.joining(", "));
        return AuthCalls.read(
                calls.createToken(session, "{\"name\": \"Scope test\", \"scopes\": [" + codes + "]}"), "$.token");
    }
}
