package dev.haru.systemtests.system;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.local.HaruSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API page and its document, and the tags of compressed responses. */
@SystemTest
class ApiPageSystemTests {

    private final HaruSystem system;
    private final Client client;

    ApiPageSystemTests(HaruSystem system, Client client) {
        this.system = system;
        this.client = client;
    }

    @Test
    void quickStartWorksAsItStands(@TempDir Path curlHome) throws Exception {
        // A busy machine may refuse a request with 503. Without "fail", curl would print the refusals that it repeats.
        Files.writeString(curlHome.resolve(".curlrc"), """
                retry = 20
                retry-max-time = 180
                fail
                show-error
                """);
        Matcher quickStart = Pattern.compile("id=\"quick-start\">(.*?)</pre>", Pattern.DOTALL)
                .matcher(client.get("/docs").body());
        assertThat(quickStart.find()).isTrue();
        String lines = quickStart.group(1).replaceAll("</?span[^>]*>", "");

        ProcessBuilder command = new ProcessBuilder(
                        "sh", "-c", lines.replace("http://127.0.0.1:8080", system.gatewayUrl()))
                .redirectErrorStream(true);
        command.environment().put("CURL_HOME", curlHome.toString());
        Process shell = command.start();
        String output = new String(shell.getInputStream().readAllBytes(), UTF_8);

        assertThat(shell.waitFor(3, TimeUnit.MINUTES)).isTrue();
        assertThat(shell.exitValue()).as(output).isZero();
        assertThat(output)
                .contains("\"memberId\"", "\"scheduleId\"", "\"title\":\"Coffee\"")
                .doesNotContain("urn:haru:problem");
    }

    @Test
    void documentContainsTheOperationsOfAllServices() {
        Answer document = client.get("/docs/openapi.json");

        assertThat(document.status()).isEqualTo(200);
        assertThat(document.body()).contains("/v1/auth/user/login", "/v1/members/me", "/v1/schedules");
        assertThat(client.with("If-None-Match", document.header("ETag"))
                        .get("/docs/openapi.json")
                        .status())
                .isEqualTo(304);
    }

    @Test
    void tagOfACompressedScheduleAllowsItsChange() {
        Client member = client.signedUp();
        String schedule = """
                {"title":"Dentist","locationId":7,"startAt":"2030-01-07T09:00:00Z","endAt":"2030-01-07T10:00:00Z",\
                "note":"%s"}""".formatted("x".repeat(1500));
        String path = member.post("/v1/schedules", schedule).header("Location").replaceFirst("^https?://[^/]+", "");
        Answer read = member.with("Accept-Encoding", "gzip").get(path);
        String tag = read.header("ETag");

        assertThat(read.header("Content-Encoding")).isEqualTo("gzip");
        assertThat(member.with("Accept-Encoding", "gzip")
                        .with("If-None-Match", tag)
                        .get(path)
                        .status())
                .isEqualTo(304);
        String changed = schedule.replace("Dentist", "Surgeon");
        assertThat(member.with("If-Match", tag).put(path, changed).status()).isEqualTo(200);
        assertThat(member.with("If-Match", tag).put(path, changed).status()).isEqualTo(412);
    }
}
