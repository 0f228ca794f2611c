package dev.haru.platform.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RevocationTests {

    private static final UUID ACCOUNT = UUID.fromString("019aa5a1-0000-7000-8000-000000000001");
    private static final UUID SESSION = UUID.fromString("019aa5a1-0000-7000-8000-000000000002");

    @Test
    void messageOfEachKindIsParsed() {
        assertParsed(new Revocation.SessionEnded(SESSION), "session-ended 019aa5a1-0000-7000-8000-000000000002");
        assertParsed(
                new Revocation.OtherSessionsEnded(ACCOUNT, SESSION),
                "other-sessions-ended 019aa5a1-0000-7000-8000-000000000001 019aa5a1-0000-7000-8000-000000000002");
        assertParsed(new Revocation.AccountEnded(ACCOUNT), "account-ended 019aa5a1-0000-7000-8000-000000000001");
        assertParsed(new Revocation.IdentityChanged(ACCOUNT), "identity-changed 019aa5a1-0000-7000-8000-000000000001");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"", "session-ended", "session-ended x", "session-ended  ", "device-lost 1", "account-ended 1 2"})
    void malformedMessageIsEmpty(String text) {
        assertThat(Revocation.parse(text)).isEmpty();
    }

    private static void assertParsed(Revocation revocation, String text) {
        assertThat(revocation.text()).isEqualTo(text);
        assertThat(Revocation.parse(text)).contains(revocation);
    }
}
