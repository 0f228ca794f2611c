package dev.haru.platform;

import dev.haru.platform.security.PublicEndpoints;
import dev.haru.platform.security.Scope;
import dev.haru.platform.security.ScopedPrincipal;
import dev.haru.platform.security.Scopes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.jdbc.autoconfigure.DataSourceAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.oauth2.server.resource.introspection.BadOpaqueTokenException;
import org.springframework.security.oauth2.server.resource.introspection.OpaqueTokenIntrospector;

/** A minimal service with all packages of the platform. */
@SpringBootConfiguration
@EnableAutoConfiguration(exclude = DataSourceAutoConfiguration.class)
@ServiceDefaults
class ThingService {

    @Bean
    ThingController things() {
        return new ThingController();
    }

    @Bean
    PublicEndpoints open() {
        return PublicEndpoints.of("GET /open/{what}");
    }

    @Bean
    OpaqueTokenIntrospector introspector() {
        return token -> switch (token) {
            case "good" ->
                new org.springframework.security.oauth2.core.DefaultOAuth2AuthenticatedPrincipal(
                        Map.of("sub", "somebody"), List.of());
            case "hrk_good" -> new TokenMember(Scopes.of(Set.of(Scope.SCHEDULES_READ)));
            case "hrk_of_a_session" -> new TokenMember(Scopes.SESSION);
            case "slow" -> throw new DataAccessResourceFailureException("secret detail");
            default -> throw new BadOpaqueTokenException("unknown");
        };
    }

    record TokenMember(Scopes scopes) implements ScopedPrincipal {

        @Override
        public String getName() {
            return "somebody";
        }

        @Override
        public Map<String, Object> getAttributes() {
            return Map.of("sub", getName());
        }

        @Override
        public List<GrantedAuthority> getAuthorities() {
            return List.of();
        }
    }
}
