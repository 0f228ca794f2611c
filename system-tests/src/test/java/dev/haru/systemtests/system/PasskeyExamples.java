package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import dev.haru.platform.test.SoftwareAuthenticator;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Fills in the responses of an authenticator, which answer the challenge of the running system. */
final class PasskeyExamples {

    private final String origin;
    private final SoftwareAuthenticator passkey;
    private JsonNode options = new JsonMapper().createObjectNode();
    private String transaction = "";

    PasskeyExamples(HaruSystem system) {
        this.origin = system.gatewayUrl().replace("127.0.0.1", "localhost");
        this.passkey = SoftwareAuthenticator.at(origin, "localhost");
    }

    /** Remembers the options that the next response answers. */
    void remember(Answer answer) {
        options = answer.json();
    }

    /** Fills in a transaction. */
    void begin(ObjectNode body, String begun) {
        transaction = begun;
        body.put("transaction", begun);
    }

    /** Fills in the response of the authenticator, if the operation takes one. */
    void complete(String operation, ObjectNode body) {
        switch (operation) {
            case "addPasskey" -> body.set("credential", created(passkey, options));
            case "confirmByPasskey", "signInByPasskey" -> body.set("credential", signed());
            case "completeSignInByPasskey" -> {
                body.put("transaction", transaction);
                body.set("credential", signed());
            }
            default -> {}
        }
    }

    /** Adds a second passkey. An account without a password needs two. */
    void addSecond(Client member, ObjectNode form) {
        Answer again = member.post("/v1/auth/factors/passkeys/options", "");
        form.set("credential", created(SoftwareAuthenticator.at(origin, "localhost"), again.json()));
        Answer added = member.post("/v1/auth/factors/passkeys", form.toString());
        assertThat(added.status()).as(added.body()).isEqualTo(201);
    }

    private JsonNode signed() {
        return json(passkey.get(options.path("challenge").asString()));
    }

    private static JsonNode created(SoftwareAuthenticator authenticator, JsonNode options) {
        return json(authenticator.create(
                options.path("challenge").asString(), options.at("/user/id").asString()));
    }

    private static JsonNode json(String credential) {
        return new JsonMapper().readTree(credential);
    }
}
