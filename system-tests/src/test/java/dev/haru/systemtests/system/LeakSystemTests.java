package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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

/** No log, trace, metric or error contains a secret. This class runs last, after the requests of all other tests. */
@SystemTest
@Order(Integer.MAX_VALUE)
class LeakSystemTests {

    private static final String WRONG = "password00000000";

    /**
     * The prefix of a token with enough characters to exclude a mere mention in a text, or the prefix of a password
     * hash.
     */
    private static final String TOKENS_AND_HASHES = "hr[ureptnk]_[A-Za-z0-9_-]{10}|argon2id\\$|\\$2[aby]\\$|\\{pbkdf2}";

    private final HaruSystem system;
    private final Client client;

    LeakSystemTests(HaruSystem system, Client client) {
        this.system = system;
        this.client = client;
    }

    @BeforeEach
    void useEverySecretRightAndWrong() {
        String nickname = Client.freshNickname();
        client.register(nickname);
        Answer signedIn = client.login(nickname, Client.PASSWORD);
        Client member = client.withToken(signedIn.text("/token"));
        member.get("/v1/schedules");
        member.get("/v1/auth/sessions");
        client.login(nickname, WRONG);
        client.post("/v1/auth/user/login", "{\"password\":\"password12345678\",\"nickname\":");
        client.withToken(signedIn.text("/token") + "x").get("/v1/members/me");
        client.withToken(signedIn.text("/refreshToken")).get("/v1/members/me");
        client.post("/v1/auth/user/refresh", "{\"refreshToken\":\"%s\"}".formatted(signedIn.text("/refreshToken")));
        client.post("/v1/auth/user/refresh", "{\"refreshToken\":\"%s\",\"x\":1}".formatted(signedIn.text("/token")));
        member.put("/v1/auth/password", "{\"current\":\"%s\",\"new\":\"%s\"}".formatted(WRONG, Client.PASSWORD));
        member.get("/v1/members/me?access_token=" + signedIn.text("/token"));
        member.delete("/v1/auth/sessions/" + signedIn.text("/token"));
    }

    @Test
    void logsContainNoSecret() throws IOException {
        Pattern secrets = secrets();
        for (Path log : logs()) {
            assertThat(Files.readString(log)).as(log.toString()).doesNotContainPattern(secrets);
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Port.class,
            names = {"GATEWAY_MANAGEMENT", "AUTH_MANAGEMENT", "MEMBER_MANAGEMENT", "SCHEDULE_MANAGEMENT"})
    void metricsContainNoSecret(Port management) throws IOException {
        Answer metrics = new Client(system.url(management)).get("/actuator/prometheus");

        assertThat(metrics.status()).isEqualTo(200);
        assertThat(metrics.body()).doesNotContainPattern(secrets());
    }

    @Test
    void tracesContainNoSecret() throws IOException {
        Pattern secrets = secrets();
        // Each process exports its spans once a second.
        await().untilAsserted(() -> assertThat(RecordedTraces.files()).hasSize(4));
        assertThat(RecordedTraces.files())
                .allSatisfy(file -> assertThat(Files.readString(file)).doesNotContainPattern(secrets));
    }

    @Test
    void errorsContainNoSecret() throws IOException {
        assertThat(Client.ERRORS).isNotEmpty();
        // The response to a right password has the transaction that a second factor completes.
        String errors = String.join("\n", Client.ERRORS).replaceAll("\"transaction\":\"[^\"]*\"", "");
        assertThat(errors).doesNotContainPattern(secrets());
    }

    /** Matches tokens and hashes by their form, and passwords and the secrets of the run by their text. */
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
