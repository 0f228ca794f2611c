package dev.haru.auth.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthServiceTest;
import dev.haru.auth.StoredAccount;
import dev.haru.auth.account.Accounts;
import dev.haru.auth.account.Credentials;
import dev.haru.auth.event.Origin;
import dev.haru.auth.session.AllSessions;
import dev.haru.auth.session.SessionOpener;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.interleaving.Interleaving;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

/** Sign-ins from devices and ends of devices in all orders: an ended device stays ended. */
@AuthServiceTest
class DeviceInterleavingTests {

    private static final Origin ORIGIN = new Origin("203.0.113.9", null, null);

    @Autowired
    private Accounts accounts;

    @Autowired
    private SessionOpener opener;

    @Autowired
    private AllSessions sessions;

    @Autowired
    private Devices devices;

    @Autowired
    private PlatformTransactionManager transactions;

    private static final JdbcClient jdbc = EmbeddedDatabase.jdbcOnOneConnection("auth");

    private Credentials credentials;
    private SignInDevice kept;
    private SignInDevice ended;

    @Test
    void endedDeviceDoesNotReturn() throws Exception {
        Interleaving.of(this::signInFromTwoDevices)
                .participant("sign-in", () -> signIn(ended))
                .participant("end of the device", () -> end(ended))
                .participant("second end of the device", () -> end(ended))
                .check(() -> {
                    assertThat(knownDevices()).containsExactly(kept.id());
                    assertThat(events("device-ended")).isOne();
                    assertThat(events("device-added")).isEqualTo(2);
                });
    }

    @Test
    void endOfOtherDevicesKeepsAtMostOne() throws Exception {
        Interleaving.of(this::signInFromTwoDevices)
                .participant("end of the others", this::endOthers)
                .participant("end of the kept device", () -> end(kept))
                .participant("sign-in from the other device", () -> signIn(ended))
                .check(() -> assertThat(knownDevices()).isEmpty());
    }

    @Test
    void signInFromANewDeviceDuringAnEndOfAll() throws Exception {
        Interleaving.of(this::signInFromTwoDevices)
                .participant("sign-in", () -> signIn(SignInDevice.unknown()))
                .participant("end of the others", this::endOthers)
                .participant("sign-in from the kept device", () -> signIn(kept))
                .check(() -> assertThat(knownDevices()).containsExactly(kept.id()));
    }

    @Test
    void maximumOfDevicesHoldsAfterTheNextSignIn() throws Exception {
        Interleaving.of(() -> {
                    signInFromTwoDevices();
                    for (int i = 2; i < Devices.MAX; i++) {
                        signIn(SignInDevice.unknown());
                    }
                })
                .participant("first sign-in", () -> signIn(SignInDevice.unknown()))
                .participant("second sign-in", () -> signIn(SignInDevice.unknown()))
                .participant("end of a device", () -> end(ended))
                .check(() -> {
                    signIn(SignInDevice.unknown());
                    assertThat(knownDevices()).hasSizeBetween(Devices.MAX - 1, Devices.MAX);
                    assertThat(events("device-added") - events("device-ended"))
                            .isEqualTo(knownDevices().size());
                });
    }

    @BeforeEach
    void signInFromTwoDevices() {
        credentials = accounts.credentialsOf(StoredAccount.insert()).orElseThrow();
        kept = SignInDevice.unknown();
        ended = SignInDevice.unknown();
        signIn(kept);
        signIn(ended);
        kept = SignInDevice.known(kept.id());
        ended = SignInDevice.known(ended.id());
    }

    /** Opens a session, unless the sessions of these credentials have ended. */
    private void signIn(SignInDevice device) {
        var _ = opener.open(credentials, device, ORIGIN);
    }

    private void end(SignInDevice device) {
        try {
            devices.end(credentials.accountId(), device.id(), ORIGIN);
        } catch (DeviceNotFound endedBefore) {
            // Another participant has ended it.
        }
    }

    /** Ends all sessions and devices except those of the kept device, as a change of the password does. */
    private void endOthers() {
        UUID account = credentials.accountId();
        UUID session = sessionOf(kept);
        new TransactionTemplate(transactions).executeWithoutResult(_ -> {
            sessions.endOthers(account, session);
            devices.endOthers(account, session);
        });
    }

    private UUID sessionOf(SignInDevice device) {
        return jdbc.sql("select id from session where device_id = ? order by created_at, id limit 1")
                .param(device.id())
                .query(UUID.class)
                .single();
    }

    private List<UUID> knownDevices() {
        return devices.list(credentials.accountId(), new UUID(0, 0)).stream()
                .map(Device::id)
                .toList();
    }

    private int events(String kind) {
        return jdbc.sql("select count(*) from security_event where account_id = ? and kind = ?")
                .params(credentials.accountId(), kind)
                .query(Integer.class)
                .single();
    }
}
