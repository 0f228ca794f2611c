package dev.haru.schedule;

import static dev.haru.schedule.CalendarFiles.EVENT;
import static dev.haru.schedule.calendar.ScheduleFixture.newMember;
import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.http.MediaType;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;
import tools.jackson.databind.json.JsonMapper;

/** The secret address of a calendar for other programs. */
@WholeService
class CalendarFeedTests {

    @Autowired
    private RestTestClient http;

    @Autowired
    private JsonMapper json;

    @LocalServerPort
    private int port;

    private final JdbcClient jdbc = EmbeddedDatabase.jdbc("schedule");
    private CalendarFiles files;

    @BeforeEach
    void emptyCalendar() {
        files = new CalendarFiles(http, json, newMember());
    }

    @Test
    void addressNeedsNoTokenUntilItIsDeleted() {
        files.imported(EVENT.formatted("a"), "");
        String path = create();

        EntityExchangeResult<String> first = read(path, null);
        String tag = String.valueOf(first.getResponseHeaders().getETag());

        assertThat(first.getResponseBody()).contains("SUMMARY:Lesson a");
        assertThat(read(path, tag).getStatus().value()).isEqualTo(304);
        files.imported(EVENT.formatted("b"), "");
        EntityExchangeResult<String> second = read(path, tag);
        assertThat(second.getResponseBody()).contains("SUMMARY:Lesson a", "SUMMARY:Lesson b");
        assertThat(second.getResponseHeaders().getETag()).isNotEqualTo(tag);
        call("DELETE").expectStatus().isNoContent();
        assertThat(read(path, tag).getStatus().value()).isEqualTo(404);
        call("GET").expectStatus().isNotFound();
    }

    @Test
    void gzippedFileHasAnEntityTagOfItsOwn() throws Exception {
        files.imported(EVENT.formatted("a"), "");
        String path = create();
        EntityExchangeResult<String> plain = read(path, null);
        String plainTag = requireNonNull(plain.getResponseHeaders().getETag());

        HttpResponse<byte[]> gzipped = readGzipped(path, plainTag);

        assertThat(gzipped.statusCode()).isEqualTo(200);
        assertThat(gzipped.headers().firstValue(HttpHeaders.CONTENT_ENCODING)).hasValue("gzip");
        try (InputStream content = new GZIPInputStream(new ByteArrayInputStream(gzipped.body()))) {
            assertThat(new String(content.readAllBytes(), UTF_8)).isEqualTo(plain.getResponseBody());
        }
        String tag = gzipped.headers().firstValue(HttpHeaders.ETAG).orElseThrow();
        HttpResponse<byte[]> known = readGzipped(path, tag);
        assertThat(known.statusCode()).isEqualTo(304);
        assertThat(known.headers().firstValue(HttpHeaders.VARY)).hasValue(HttpHeaders.ACCEPT_ENCODING);
        assertThat(plain.getResponseHeaders().getVary()).contains(HttpHeaders.ACCEPT_ENCODING);
        assertThat(read(path, tag).getStatus().value())
                .as("the tag of the gzipped file, from a client without gzip")
                .isEqualTo(200);
    }

    @Test
    void newAddressEndsTheOneBefore() {
        String before = create();
        String path = create();

        assertThat(read(before, null).getStatus().value()).isEqualTo(404);
        assertThat(read(path, null).getStatus().value()).isEqualTo(200);
        assertThat(read(path.replace(".ics", ""), null).getStatus().value()).isEqualTo(404);
        assertThat(read(path + "x", null).getStatus().value()).isEqualTo(404);
    }

    @Test
    void onlyTheHashOfTheSecretIsStored() {
        String path = create();

        assertThat(jdbc.sql("select encode(secret_hash, 'escape') from schedule.calendar_feed where member_id = ?")
                        .param(files.member())
                        .query(String.class)
                        .single())
                .doesNotContain(path.substring(path.indexOf("hrf_"), path.length() - 4));
        call("GET").expectBody().jsonPath("$.path").doesNotExist();
    }

    @Test
    void erasureDeletesFeedAndImports() {
        files.imported(EVENT.formatted("a"), "");
        String path = create();

        http.delete()
                .uri("/internal/members/%s/schedules".formatted(files.member()))
                .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                .exchange()
                .expectStatus()
                .isNoContent();

        assertThat(read(path, null).getStatus().value()).isEqualTo(404);
        assertThat(jdbc.sql("select count(*) from schedule.calendar_import where member_id = ?")
                        .param(files.member())
                        .query(Integer.class)
                        .single())
                .isZero();
    }

    @Test
    void addressOfADisabledAccountIsInvalidUntilItIsEnabled() {
        files.imported(EVENT.formatted("a"), "");
        String path = create();
        String tag = String.valueOf(read(path, null).getResponseHeaders().getETag());

        changeState(true, 7);
        assertThat(read(path, null).getStatus().value()).isEqualTo(404);
        assertThat(read(path, tag).getStatus().value()).as("with an entity tag").isEqualTo(404);
        changeState(false, 6);
        assertThat(read(path, null).getStatus().value())
                .as("an older message arrives late")
                .isEqualTo(404);

        changeState(false, 8);
        assertThat(read(path, null).getResponseBody()).contains("SUMMARY:Lesson a");
        assertThat(read(path, tag).getStatus().value()).isEqualTo(304);
    }

    @Test
    void addressThatIsCreatedAfterTheAccountIsDisabledIsInvalid() {
        changeState(true, 1);

        // A token is accepted for ten more seconds while Redis is unavailable.
        assertThat(read(create(), null).getStatus().value()).isEqualTo(404);
    }

    @Test
    void endOfAllSessionsEndsTheFeedThatWasCreatedBefore() {
        Instant now = Instant.now();
        String path = create();

        endFeed(now.minusSeconds(3600));
        assertThat(read(path, null).getStatus().value())
                .as("a late message about an earlier end")
                .isEqualTo(200);
        endFeed(now.plusSeconds(3600));
        assertThat(read(path, null).getStatus().value()).isEqualTo(404);
    }

    private void endFeed(Instant createdUntil) {
        http.delete()
                .uri("/internal/members/%s/feed?createdUntil=%s".formatted(files.member(), createdUntil))
                .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                .exchange()
                .expectStatus()
                .isNoContent();
    }

    private void changeState(boolean disabled, long version) {
        http.put()
                .uri("/internal/members/%s/account-state".formatted(files.member()))
                .header("X-Service-Credential", "auth-service:" + EmbeddedDatabase.SECRET)
                .contentType(MediaType.APPLICATION_JSON)
                .body("{\"disabled\": %s, \"version\": %d}".formatted(disabled, version))
                .exchange()
                .expectStatus()
                .isNoContent();
    }

    private String create() {
        EntityExchangeResult<byte[]> created =
                call("POST").expectStatus().isCreated().expectBody().returnResult();
        return json.readTree(created.getResponseBody()).path("path").asString();
    }

    private RestTestClient.ResponseSpec call(String method) {
        return http.method(HttpMethod.valueOf(method))
                .uri("/v1/schedules/feed")
                .headers(files::signIn)
                .exchange();
    }

    /** Reads with the JDK client, which does not decode gzip. */
    private HttpResponse<byte[]> readGzipped(String path, String tag) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                    .headers(HttpHeaders.ACCEPT_ENCODING, "gzip", HttpHeaders.IF_NONE_MATCH, tag)
                    .build();
            return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
        }
    }

    private EntityExchangeResult<String> read(String path, @Nullable String tag) {
        return http.get()
                .uri(path)
                .headers(headers -> {
                    headers.set(HttpHeaders.ACCEPT_ENCODING, "identity");
                    if (tag != null) {
                        headers.setIfNoneMatch(tag);
                    }
                })
                .exchange()
                .expectBody(String.class)
                .returnResult();
    }
}
