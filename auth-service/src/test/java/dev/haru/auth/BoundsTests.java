package dev.haru.auth;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.OnEmbeddedPostgres;
import dev.haru.platform.test.OnEmbeddedRedis;
import dev.haru.platform.test.RawRequest;
import dev.haru.platform.test.bounds.BoundsWalk;
import java.io.IOException;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.ContextConfiguration;

@SpringBootTest(
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "haru.outbox.poll=1d",
            "haru.outbox.measure=1d",
            "haru.session.cleanup.first=1d",
            // The test registers and signs in more often than the limits of one address permit.
            "haru.login-guard.sign-up.enabled=false",
            "haru.login-guard.suspicious.address=1000000",
            "haru.login-guard.hostile.address=1000",
            "haru.login-guard.hostile.solved-address=1000",
            "haru.login-guard.spraying.password=1000",
            "haru.login-guard.spraying.all=10000",
            "spring.mvc.async.request-timeout=60s",
            "haru.password.governor.max-wait=60s",
            "spring.datasource.hikari.connection-timeout=20000",
            "spring.datasource.hikari.data-source-properties.options=-c statement_timeout=20s"
        })
@OnEmbeddedPostgres
@OnEmbeddedRedis
@ContextConfiguration(initializers = FakeService.Initializer.class)
class BoundsTests extends BoundsWalk {

    private static final Pattern TOKEN = Pattern.compile("\"token\":\"([^\"]+)\"");

    @Override
    protected String token() throws IOException {
        String credentials = "\"nickname\":\"n%s\",\"password\":\"%s\""
                .formatted(UUID.randomUUID().toString().substring(0, 13), AuthCalls.PASSWORD);
        post("register", "{" + credentials + ",\"region_name\":\"Seoul\"}");
        Matcher token = TOKEN.matcher(post("login", "{" + credentials + "}"));
        assertThat(token.find()).isTrue();
        return token.group(1);
    }

    @Override
    protected List<String> credentials() {
        return List.of("member-service:" + EmbeddedDatabase.SECRET);
    }

    private String post(String call, String json) throws IOException {
        return RawRequest.send(
                        port(),
                        "POST /v1/auth/user/" + call + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
                                + "Content-Type: application/json\r\nContent-Length: " + json.length() + "\r\n\r\n"
                                + json)
                .text();
    }
}
