package dev.haru.local.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Nothing secret is in a log, a trace, a metric or an error, after everything that the other tests did: hence the last
 * one.
 */
@SystemTest
@Order(Integer.MAX_VALUE)
class LeakSystemTests {

    private static final String WRONG = "password00000000";

    /** The beginning of a token with enough after it not to be the mention of one in a text; the form of a hash. */
    private static final String TOKENS_AND_HASHES = "hr[ur]_[A-Za-z0-9_-]{10}|argon2id\\$|\\$2[aby]\\$|\\{pbkdf2}";

    private final HaruSystem system;
    private final Client visitor;

    LeakSystemTests(HaruSystem system, Client visitor) {
        this.system = system;
        this.visitor = visitor;
    }

    @BeforeEach
    void useEverySecretRightAndWrong() {
        String nickname = Client.freshNickname();
        visitor.register(nickname);
        Answer signedIn = visitor.login(nickname, Client.PASSWORD);
        Client member = visitor.withToken(signedIn.text("/token"));
        member.get("/v1/schedules");
        member.get("/v1/auth/sessions");
        visitor.login(nickname, WRONG);
        visitor.post("/v1/auth/user/login", "{\"password\":\"password12345678\",\"nickname\":");
        visitor.withToken(signedIn.text("/token") + "x").get("/v1/members/me");
        visitor.withToken(signedIn.text("/refreshToken")).get("/v1/members/me");
        visitor.post("/v1/auth/user/refresh", "{\"refreshToken\":\"%s\"}".formatted(signedIn.text("/refreshToken")));
        visitor.post("/v1/auth/user/refresh", "{\"refreshToken\":\"%s\",\"x\":1}".formatted(signedIn.text("/token")));
        member.put("/v1/auth/password", "{\"current\":\"%s\",\"new\":\"%s\"}".formatted(WRONG, Client.PASSWORD));
        member.get("/v1/members/me?access_token=" + signedIn.text("/token"));
        member.delete("/v1/auth/sessions/" + signedIn.text("/token"));
    }

    @Test
    void logsHoldNoSecret() throws IOException {
        Pattern secrets = secrets();
        for (Path log : logs()) {
            assertThat(Files.readString(log)).as(log.toString()).doesNotContainPattern(secrets);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Port.class,
            names = {"GATEWAY_MANAGEMENT", "AUTH_MANAGEMENT", "MEMBER_MANAGEMENT", "SCHEDULE_MANAGEMENT"})
    void metricsHoldNoSecret(Port management) throws IOException {
        Answer metrics = new Client(system.url(management)).get("/actuator/prometheus");

        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.body()).doesNotContainPattern(secrets());
    }

    @Test
    void tracesHoldNoSecret() throws IOException {
        Pattern secrets = secrets();
        assertThat(RecordedTraces.files())
                .hasSize(4)
                .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(secrets));
    }

    @Test
    void errorsHoldNoSecret() throws IOException {
        assertThat(Client.ERRORS).isNotEmpty();
        assertThat(String.join("\n", Client.ERRORS)).doesNotContainPattern(secrets());
    }

    /** Tokens and hashes by their form; passwords and the secrets of the run by their text. */
    private static Pattern secrets() throws IOException {
        Properties run = new Properties();
        try (InputStream file = Files.newInputStream(SharedSystem.DIRECTORY.secrets())) {
            run.load(file);
        }
        List<String> texts = new ArrayList<>(List.of(Client.PASSWORD, WRONG));
        run.values().forEach(secret -> texts.add((String) secret));
        assertThat(texts).as("the run has secrets").hasSizeGreaterThan(5);
        return Pattern.compile(
                TOKENS_AND_HASHES + "|" + texts.stream().map(Pattern::quote).collect(Collectors.joining("|")));
    }

    private static List<Path> logs() throws IOException {
        try (Stream<Path> files =
                Files.list(SharedSystem.DIRECTORY.log("gateway").getParent())) {
            return files.filter(file -> file.toString().contains(".log")).toList();
        }
    }
}
