package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import dev.haru.local.port.Port;

/** An administrator, and the member on whose account the examples act. Both have an authenticator app. */
final class OperatorExamples {

    private final Client client;
    private final HaruSystem system;
    private Client admin;
    private String account = "";

    OperatorExamples(Client client, HaruSystem system) {
        this.client = client;
        this.system = system;
        this.admin = client;
    }

    /** Returns a client with the role admin, which the command grants at the first call. */
    Client admin() {
        create();
        return admin;
    }

    /** Returns the id of a member with a second factor. */
    String accountOfAMember() {
        create();
        return account;
    }

    private void create() {
        if (account.isEmpty()) {
            account = register(Client.freshNickname());
            String nickname = Client.freshNickname();
            register(nickname);
            Answer granted = new Client(system.url(Port.AUTH_MANAGEMENT))
                    .with("X-Service-Credential", system.operatorCredential())
                    .post("/actuator/operators", """
                            {"account": "%s", "role": "admin", "actor": "min.seo", "reason": "first administrator"}""".formatted(nickname));
            assertThat(granted.status()).as(granted.body()).isEqualTo(200);
        }
    }

    /** Registers a member with an authenticator app, who is the administrator after the last call. Returns the id. */
    private String register(String nickname) {
        Answer registered = client.register(nickname);
        assertThat(registered.status()).as(registered.body()).isEqualTo(201);
        admin = client.signedIn(nickname);
        AuthenticatorApp app =
                new AuthenticatorApp(admin.post("/v1/auth/factors/totp", "").text("/secret"));
        Answer confirmed =
                admin.post("/v1/auth/factors/totp/confirmation", "{\"code\": \"%s\"}".formatted(app.code(0)));
        assertThat(confirmed.status()).as(confirmed.body()).isEqualTo(200);
        return registered.text("/memberId");
    }
}
