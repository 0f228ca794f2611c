package dev.haru.member;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.platform.test.OnEmbeddedRedis;
import dev.haru.platform.test.RawRequest;
import dev.haru.platform.test.bounds.BoundsWalk;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ContextConfiguration;

@SpringBootTest(webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT)
@OnEmbeddedPostgres
@OnEmbeddedRedis
@ContextConfiguration(initializers = FakeAuthService.Initializer.class)
class BoundsTests extends BoundsWalk {

    @BeforeEach
    void reset() {
        FakeAuthService.reset();
    }

    @Override
    protected String token() throws IOException {
        UUID member = UUID.randomUUID();
        String json = "{\"nickname\":\"n%s\",\"regionName\":\"Seoul\",\"accountVersion\":0}"
                .formatted(member.toString().substring(0, 13));
        RawRequest.send(
                port(),
                "PUT /internal/members/" + member + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                        + "X-Service-Credential: auth-service:" + EmbeddedDatabase.SECRET + "\r\n"
                        + "Content-Type: application/json\r\nContent-Length: " + json.length() + "\r\n\r\n" + json);
        return FakeAuthService.tokenOf(member);
    }

    @Override
    protected List<String> credentials() {
        return List.of("auth-service:" + EmbeddedDatabase.SECRET, "schedule-service:" + EmbeddedDatabase.SECRET);
    }
}
