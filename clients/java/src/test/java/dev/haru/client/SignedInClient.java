package dev.haru.client;

import dev.haru.client.api.AccountsApi;
import dev.haru.client.api.SessionsApi;
import dev.haru.client.model.ErasureForm;
import dev.haru.client.model.LoginForm;
import dev.haru.client.model.RegistrationForm;
import java.util.UUID;

/** A client of a new member, whose account {@link #close} erases. */
final class SignedInClient implements AutoCloseable {

    private static final String PASSWORD = "blue kettle on a shelf";

    private final TestClient client = new TestClient();

    SignedInClient() throws ApiException {
        String nickname = "java_" + UUID.randomUUID().toString().substring(0, 8);
        register(nickname);
        client.useToken(new SessionsApi(client)
                .signIn(new LoginForm().nickname(nickname).password(PASSWORD), null)
                .getToken());
    }

    /** A repeated call whose first response was 504 is 409 if the first one has registered the account. */
    private void register(String nickname) throws ApiException {
        try {
            new AccountsApi(client)
                    .register(new RegistrationForm().nickname(nickname).password(PASSWORD).regionName("Seoul"), null);
        } catch (ApiException e) {
            if (e.getCode() != 409) {
                throw e;
            }
        }
    }

    ApiClient client() {
        return client;
    }

    @Override
    public void close() throws ApiException {
        new AccountsApi(client).eraseAccount(new ErasureForm().password(PASSWORD));
    }
}
