package dev.haru.auth.device;

import static dev.haru.auth.AccountFixture.freshNickname;
import static dev.haru.auth.AuthCalls.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.auth.AuthCalls;
import dev.haru.auth.AuthServiceTest;
import dev.haru.platform.device.DeviceToken;
import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.test.MovableClock;
import dev.haru.platform.test.OpenTransaction;
import jakarta.servlet.http.Cookie;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.context.TestPropertySource;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

@AuthServiceTest
@TestPropertySource(properties = "test.clock=own") // not shared: these tests move it by months
class DeviceTests {

    @Autowired
    private AuthCalls calls;

    @Autowired
    private MovableClock clock;

    @Autowired
    private DeviceCleanup cleanup;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("auth");
    private final String nickname = freshNickname();
    private UUID account;
    private Cookie cookie;
    private String token;

    @BeforeEach
    void registerAndSignIn() throws Exception {
        account = UUID.fromString(AuthCalls.read(calls.register(nickname), "$.memberId"));
        MvcTestResult signedIn = calls.login(nickname, PASSWORD);
        cookie = cookieOf(signedIn);
        token = AuthCalls.read(signedIn, "$.token");
    }

    @Test
    void listMarksTheDeviceOfTheSession() throws Exception {
        clock.advance(Duration.ofMinutes(30));
        String elsewhere = AuthCalls.read(calls.login(nickname, PASSWORD), "$.token");

        assertThat(currentOf(elsewhere)).containsExactly(true, false);
        assertThat(devicesOf(elsewhere)).hasSize(2).doesNotHaveDuplicates();
        assertThat(events("device-added")).isEqualTo(2);
    }

    @Test
    void signInFromKnownDeviceAddsNoDevice() throws Exception {
        clock.advance(Duration.ofMinutes(30));
        MvcTestResult again = calls.login(nickname, PASSWORD, cookie);

        assertThat(again).hasStatusOk();
        assertThat(devicesOf(AuthCalls.read(again, "$.token"))).hasSize(1);
        assertThat(events("device-added")).isOne();
        assertThat(AuthCalls.read(calls.get("devices", token), "$.items[0].lastUsedAt"))
                .isEqualTo(clock.instant().toString());
    }

    @Test
    void cookieIsRenewedOnceADay() {
        assertThat(calls.login(nickname, PASSWORD, cookie).getResponse().getCookie(DeviceToken.COOKIE))
                .isNull();
        clock.advance(Duration.ofDays(1));
        Cookie renewed = cookieOf(calls.login(nickname, PASSWORD, cookie));
        clock.advance(Duration.ofDays(179));
        attack(nickname);
        assertThat(calls.login(nickname, PASSWORD, cookie))
                .as("the first cookie")
                .hasStatus(428);
        assertThat(calls.login(nickname, PASSWORD, renewed)).hasStatusOk();
    }

    @Test
    void eleventhDeviceEndsTheLeastRecentlyUsed() throws Exception {
        List<Cookie> cookies = new ArrayList<>(List.of(cookie));
        for (int i = 0; i < 9; i++) {
            clock.advance(Duration.ofSeconds(1));
            cookies.add(cookieOf(calls.login(nickname, PASSWORD)));
        }
        clock.advance(Duration.ofSeconds(1));
        assertThat(calls.login(nickname, PASSWORD, cookies.getFirst())).hasStatusOk();
        clock.advance(Duration.ofSeconds(1));
        MvcTestResult eleventh = calls.login(nickname, PASSWORD);

        assertThat(devicesOf(AuthCalls.read(eleventh, "$.token"))).hasSize(10);
        assertThat(events("device-ended")).isOne();
        attack(nickname);
        assertThat(calls.login(nickname, PASSWORD, cookies.get(1))).hasStatus(428);
        assertThat(calls.login(nickname, PASSWORD, cookies.getFirst())).hasStatusOk();
    }

    @Test
    void concurrentSignInsFromNewDevicesAllSucceed() throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(8)) {
            List<Callable<MvcTestResult>> signIns = Collections.nCopies(40, () -> calls.login(nickname, PASSWORD));
            for (Future<MvcTestResult> signIn : clients.invokeAll(signIns)) {
                assertThat(signIn.get()).hasStatusOk();
            }
        }
        calls.login(nickname, PASSWORD);
        assertThat(rows()).isEqualTo(10);
    }

    @Test
    void deviceEndedByTheOwnerIsUnknown() throws Exception {
        String device = devicesOf(token).getFirst();
        attack(nickname);
        assertThat(calls.login(nickname, PASSWORD, cookie)).hasStatusOk();

        assertThat(calls.delete("devices/" + device, token)).hasStatus(204);

        assertThat(calls.delete("devices/" + device, token)).hasStatus(404);
        assertThat(calls.login(nickname, PASSWORD, cookie)).hasStatus(428);
        assertThat(events("device-ended")).isOne();
    }

    @Test
    void deviceEndedDuringASignInDoesNotReturn() throws Exception {
        try (OpenTransaction other = OpenTransaction.begin("auth")) {
            other.jdbc()
                    .sql("select id from account where id = ? for update")
                    .param(account)
                    .query(UUID.class)
                    .single();
            other.jdbc()
                    .sql("delete from device where account_id = ?")
                    .param(account)
                    .update();

            assertThat(other.commitDuring(() -> calls.login(nickname, PASSWORD, cookie)))
                    .hasStatusOk();
        }

        assertThat(rows()).isZero();
        assertThat(events("device-added")).isOne();
    }

    @Test
    void deviceOfAnotherMemberIsNotFound() throws Exception {
        String otherNickname = freshNickname();
        calls.register(otherNickname);
        String otherToken = AuthCalls.read(calls.login(otherNickname, PASSWORD), "$.token");

        assertThat(calls.delete("devices/" + devicesOf(token).getFirst(), otherToken))
                .hasStatus(404);
        assertThat(devicesOf(token)).hasSize(1);
    }

    @Test
    void deviceStaysKnownAfterSignOut() {
        assertThat(calls.logout(token)).hasStatus(204);
        attack(nickname);
        assertThat(calls.login(nickname, PASSWORD, cookie)).hasStatusOk();
    }

    @Test
    void passwordChangeEndsAllOtherDevices() throws Exception {
        MvcTestResult elsewhere = calls.login(nickname, PASSWORD);
        String other = "other-" + PASSWORD;
        assertThat(calls.changePassword(token, PASSWORD, other)).hasStatus(204);

        assertThat(devicesOf(token)).hasSize(1);
        assertThat(currentOf(token)).containsExactly(true);
        attack(nickname);
        assertThat(calls.login(nickname, other, cookieOf(elsewhere))).hasStatus(428);
        assertThat(calls.login(nickname, other, cookie)).hasStatusOk();
    }

    @Test
    void endingOtherSessionsEndsTheirDevices() throws Exception {
        MvcTestResult elsewhere = calls.login(nickname, PASSWORD);
        assertThat(calls.delete("sessions", token)).hasStatus(204);

        assertThat(devicesOf(token)).hasSize(1);
        attack(nickname);
        assertThat(calls.login(nickname, PASSWORD, cookieOf(elsewhere))).hasStatus(428);
        assertThat(calls.login(nickname, PASSWORD, cookie)).hasStatusOk();
    }

    @Test
    void cookieOfFreedNicknameIsNotAccepted() throws Exception {
        String newNickname = freshNickname();
        assertThat(calls.identify(account, calls.sessionOf(token), newNickname, "null"))
                .hasStatusOk();
        clock.advance(Duration.ofDays(30));
        assertThat(calls.register(nickname)).hasStatus(201);

        attack(nickname);
        assertThat(calls.login(nickname, PASSWORD, cookie))
                .as("cookie of another account")
                .hasStatus(428);
        attack(newNickname);
        assertThat(calls.login(newNickname, PASSWORD, cookie))
                .as("cookie of another nickname")
                .hasStatus(428);
    }

    @Test
    void cookieOfOldNicknameIsRenewedAtSignIn() throws Exception {
        String newNickname = freshNickname();
        calls.identify(account, calls.sessionOf(token), newNickname, "null");

        Cookie renewed = cookieOf(calls.login(newNickname, PASSWORD, cookie));

        assertThat(devicesOf(token)).hasSize(1);
        attack(newNickname);
        assertThat(calls.login(newNickname, PASSWORD, renewed)).hasStatusOk();
    }

    @Test
    void failuresFromEndedDeviceCountAsUnknownDevice() throws Exception {
        calls.delete("devices/" + devicesOf(token).getFirst(), token);
        for (int i = 0; i < 10; i++) {
            assertThat(calls.login(nickname, "not-" + PASSWORD, cookie)).hasStatus(401);
        }
        assertThat(calls.login(nickname, PASSWORD, cookie)).hasStatus(428);
    }

    @Test
    void cleanUpDeletesDevicesUnusedForTheCookiesLife() {
        clock.advance(Duration.ofDays(180));
        cleanup.run();
        assertThat(rows()).isOne();
        clock.advance(Duration.ofSeconds(1));
        cleanup.run();
        assertThat(rows()).isZero();
    }

    /** Fails often enough from many addresses that only a known device can sign in without a challenge. */
    private void attack(String ofNickname) {
        for (int i = 0; i < 10; i++) {
            assertThat(calls.login(ofNickname, "not-" + PASSWORD)).hasStatus(401);
        }
        assertThat(calls.login(ofNickname, PASSWORD)).hasStatus(428);
    }

    private List<String> devicesOf(String ofToken) throws Exception {
        return AuthCalls.readAll(calls.get("devices", ofToken), "$.items[*].deviceId").stream()
                .map(String::valueOf)
                .toList();
    }

    private List<Object> currentOf(String ofToken) throws Exception {
        return AuthCalls.readAll(calls.get("devices", ofToken), "$.items[*].current");
    }

    private int events(String kind) {
        return jdbc.sql("select count(*) from security_event where account_id = ? and kind = ?")
                .param(account)
                .param(kind)
                .query(Integer.class)
                .single();
    }

    private int rows() {
        return jdbc.sql("select count(*) from device where account_id = ?")
                .param(account)
                .query(Integer.class)
                .single();
    }

    private static Cookie cookieOf(MvcTestResult signedIn) {
        return Objects.requireNonNull(signedIn.getResponse().getCookie(DeviceToken.COOKIE), "no device cookie");
    }
}
