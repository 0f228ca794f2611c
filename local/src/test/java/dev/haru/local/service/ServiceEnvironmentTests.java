package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.port.Hop;
import dev.haru.local.port.Port;
import dev.haru.local.port.Ports;
import dev.haru.local.process.Secrets;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceEnvironmentTests {

    @TempDir
    private Path directory;

    @Test
    void gatewayHasOnlyTheLoginGuardSecret() {
        assertThat(environment().of(ServiceModule.GATEWAY))
                .containsEntry("SERVER_PORT", "8080")
                .containsEntry("MANAGEMENT_PORT", "9080")
                .containsEntry("SERVER_ADDRESS", "127.0.0.1")
                .containsEntry("SERVER_TIMING_SHOWN", "true")
                .containsEntry("CORS_LOCAL_ORIGINS", "true")
                .doesNotContainKeys("DB_PASSWORD", "DB_URL", "AUTH_SERVICE_SECRET", "MEMBER_SERVICE_SECRET");
    }

    @Test
    void serviceHasItsDatabaseUserAndTheCredentialsItUses() {
        Map<String, String> auth = environment().of(ServiceModule.AUTH);
        Map<String, String> member = environment().of(ServiceModule.MEMBER);
        Map<String, String> schedule = environment().of(ServiceModule.SCHEDULE);

        assertThat(auth).containsEntry("DB_USERNAME", "auth_service").doesNotContainKey("SCHEDULE_SERVICE_SECRET");
        assertThat(auth.get("LOGIN_GUARD_SECRETS")).hasSizeGreaterThanOrEqualTo(32);
        assertThat(environment().of(ServiceModule.GATEWAY))
                .containsEntry("LOGIN_GUARD_SECRETS", auth.get("LOGIN_GUARD_SECRETS"));
        assertThat(member).doesNotContainKey("LOGIN_GUARD_SECRETS");
        assertThat(schedule).doesNotContainKey("LOGIN_GUARD_SECRETS");
        assertThat(schedule)
                .containsEntry("AUTH_SERVICE_SECRET", auth.get("AUTH_SERVICE_SECRET"))
                .doesNotContainKey("MEMBER_SERVICE_SECRET");
        assertThat(member)
                .containsEntry("AUTH_SERVICE_SECRET", auth.get("AUTH_SERVICE_SECRET"))
                .containsEntry("MEMBER_SERVICE_SECRET", auth.get("MEMBER_SERVICE_SECRET"))
                .containsEntry("SCHEDULE_SERVICE_SECRET", schedule.get("SCHEDULE_SERVICE_SECRET"));
        assertThat(auth.get("DB_PASSWORD"))
                .isEqualTo(environment().passwordBySchema().get("auth"))
                .isNotEqualTo(member.get("DB_PASSWORD"));
    }

    @Test
    void passkeysAreForThePrintedUrlOfTheGateway() {
        assertThat(environment().of(ServiceModule.AUTH))
                .containsEntry("PASSKEY_RP_ID", "localhost")
                .containsEntry("PASSKEY_ORIGINS", "http://localhost:8080");
    }

    @Test
    void onlyAuthServiceSendsMails() {
        assertThat(environment().of(ServiceModule.AUTH))
                .containsEntry("SMTP_PORT", "1025")
                .containsEntry("SMTP_SECURITY", "none");
        assertThat(environment().of(ServiceModule.MEMBER)).doesNotContainKey("SMTP_HOST");
    }

    @Test
    void demoPasswordIsAllowed() {
        assertThat(environment().of(ServiceModule.AUTH)).containsEntry("BREACHED_PASSWORDS", "");
    }

    @Test
    void proxyUrlAppliesToOneClientServiceOnly() {
        Map<Hop, String> proxyUrls = Map.of(new Hop(Port.SCHEDULE, Port.MEMBER), "http://127.0.0.1:4711");

        assertThat(environment(proxyUrls).of(ServiceModule.SCHEDULE))
                .containsEntry("MEMBER_URL", "http://127.0.0.1:4711")
                .containsEntry("AUTH_URL", "http://127.0.0.1:8081");
        assertThat(environment(proxyUrls).of(ServiceModule.GATEWAY))
                .containsEntry("MEMBER_URL", "http://127.0.0.1:8082");
    }

    private ServiceEnvironment environment() {
        return environment(Map.of());
    }

    private ServiceEnvironment environment(Map<Hop, String> proxyUrls) {
        Secrets secrets = Secrets.in(directory.resolve("secrets.properties"));
        return new ServiceEnvironment(
                Ports.fromEnvironment(Map.of()),
                proxyUrls,
                secrets,
                "jdbc:postgresql://127.0.0.1:15432/haru",
                null,
                true);
    }
}
