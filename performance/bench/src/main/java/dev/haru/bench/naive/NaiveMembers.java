package dev.haru.bench.naive;

import dev.haru.bench.naive.NaiveAuthApi.Token;
import java.util.Map;
import org.springframework.transaction.annotation.Transactional;
import tools.jackson.core.type.TypeReference;
import tools.jackson.databind.ObjectMapper;

/** Holds a connection in a read-write transaction while auth-service answers. Maps the entity by reflection. */
class NaiveMembers {

    private final NaiveAuthApi auth;
    private final NaiveMemberRepository members;
    private final ObjectMapper mapper;

    NaiveMembers(NaiveAuthApi auth, NaiveMemberRepository members, ObjectMapper mapper) {
        this.auth = auth;
        this.members = members;
        this.mapper = mapper;
    }

    @Transactional
    Map<String, Object> me(String token) {
        NaiveMember member =
                members.findById(auth.introspect(new Token(token)).sub()).orElseThrow();
        return mapper.readValue(mapper.writeValueAsString(member), new TypeReference<Map<String, Object>>() {});
    }
}
