package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Passkeys in a real browser with a virtual authenticator, in a page at the printed URL of the gateway. */
@SystemTest
class PasskeySystemTests {

    private final HaruSystem system;
    private final String nickname = Client.freshNickname();

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    Path profile;

    PasskeySystemTests(HaruSystem system) {
        this.system = system;
    }

    @Test
    void browserRegistersSignsInAndConfirms(Client client) throws Exception {
        assertThat(client.register(nickname).status()).isEqualTo(201);
        String page = system.gatewayUrl().replace("127.0.0.1", "localhost") + "/account/verify-email";
        JsonNode outcome;
        try (Chromium browser = Chromium.open(profile, 9, page);
                DevTools tools = browser.page()) {
            tools.call("WebAuthn.enable", Map.of());
            tools.call("WebAuthn.addVirtualAuthenticator", Map.of("options", authenticator()));
            tools.run(script("fetch-available.js"));
            outcome = tools.run("%s('%s', '%s')".formatted(script("passkey.js"), nickname, Client.PASSWORD));
        }

        assertThat(outcome).isEqualTo(new JsonMapper().readTree("""
                        {
                          "registered": 201,
                          "recoveryCodes": 10,
                          "excluded": "InvalidStateError",
                          "byPassword": "second-factor-required",
                          "completed": 200,
                          "signedIn": 200,
                          "replayed": "invalid-passkey",
                          "confirmed": 204,
                          "withOnePasskey": "passkeys-required",
                          "passkeys": 1
                        }"""));
    }

    private static Map<String, Object> authenticator() {
        return Map.of(
                "protocol", "ctap2",
                "transport", "internal",
                "hasResidentKey", true,
                "hasUserVerification", true,
                "isUserVerified", true,
                "automaticPresenceSimulation", true);
    }

    private String script(String name) throws IOException {
        try (InputStream script = getClass().getResourceAsStream(name)) {
            return new String(Objects.requireNonNull(script).readAllBytes(), UTF_8).strip();
        }
    }
}
