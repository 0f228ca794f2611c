package dev.haru.schedule;

import static dev.haru.schedule.member.MemberServiceStub.tokenOf;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.token.TokenFormat;
import dev.haru.schedule.calendar.ScheduleFixture;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Tests the first page as clients and caches receive it, from a cold and a warm cache. */
@WholeService
class FirstPageTests {

    private static final JdbcClient SCHEDULE = EmbeddedDatabase.jdbc("schedule");

    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @Autowired
    private RestTestClient http;

    @Autowired
    private MeterRegistry meters;

    /** A category for each test, with one released template without ratings. */
    private final String category = "c" + UUID.randomUUID().toString().substring(1);

    private final String page = "/v1/templates/first-page/" + category;

    @BeforeEach
    void category() {
        int id = SCHEDULE.sql(
                        "insert into category (id, code, icon) select max(id) + 1, :code, 'sun' from category returning id")
                .param("code", category)
                .query(Integer.class)
                .single();
        SCHEDULE.sql("insert into category_name values (:id, 'en', 'Own'), (:id, 'ko', '나의')")
                .param("id", id)
                .update();
        SCHEDULE.sql("""
                insert into template (owner_id, status, category_id, title, description, duration_minutes, location_id,
                                      created_at, updated_at, released_at)
                values (uuidv7(), 'released', :id, 'Morning run', '<b>Run</b>', 30, 1, now(), now(), now()),
                       (uuidv7(), 'draft', :id, 'Evening run', '', 30, 1, now(), now(), null)
                """).param("id", id).update();
        SCHEDULE.sql("refresh materialized view concurrently template_ranking").update();
        // The service looks for an unknown category once a second. No test requests German, so their pages stay cold.
        Awaitility.await().until(() -> get("Accept-Language", "de").statusCode() == 200);
    }

    @Test
    void unknownQueryParameterIsRefused() {
        http.get().uri("/v1/templates/first-page").exchange().expectStatus().isOk();

        http.get()
                .uri("/v1/templates/first-page?category=fitness")
                .exchange()
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo("category");
    }

    @Test
    void hasFourSectionsInTheRequestedLanguage() {
        http.get()
                .uri(page)
                .header("Accept-Language", "ko-KR,ko;q=0.9,en;q=0.8")
                .exchange()
                .expectStatus()
                .isOk()
                .expectHeader()
                .valueEquals("Content-Language", "ko")
                .expectBody()
                .jsonPath("$.category.name")
                .isEqualTo("나의")
                .jsonPath("$.bestRated.length()")
                .isEqualTo(1)
                .jsonPath("$.mostAdopted.length()")
                .isEqualTo(1)
                .jsonPath("$.recentlyUpdated.length()")
                .isEqualTo(1)
                .jsonPath("$.newest.length()")
                .isEqualTo(1)
                .jsonPath("$.newest[0].title")
                .isEqualTo("Morning run")
                .jsonPath("$.newest[0].description")
                .isEqualTo("<b>Run</b>")
                .jsonPath("$.newest[0].category.code")
                .isEqualTo(category)
                .jsonPath("$.newest[0].ratings")
                .isEqualTo(0)
                .jsonPath("$.newest[0].version")
                .isEqualTo("0");
    }

    @Test
    void coldAndWarmResponsesAreEqualAndCacheable() {
        HttpResponse<byte[]> cold = get();
        HttpResponse<byte[]> warm = get();

        assertThat(warm.body()).isEqualTo(cold.body());
        for (String header : new String[] {"ETag", "Cache-Control", "Vary", "Content-Type", "Content-Length"}) {
            assertThat(header(warm, header)).isNotEmpty().isEqualTo(header(cold, header));
        }
        assertThat(header(warm, "ETag")).startsWith("\"");
        assertThat(header(warm, "Cache-Control"))
                .isEqualTo("public, max-age=15, stale-while-revalidate=60, stale-if-error=3600");
        assertThat(header(warm, "Vary")).isEqualTo("Accept-Encoding, Accept-Language");
        assertThat(header(warm, "X-Trace-Id")).isNotEmpty();
        assertThat(header(warm, "Server-Timing")).startsWith("schedule;dur=");
    }

    @Test
    void gzippedPageHasItsOwnETag() throws IOException {
        HttpResponse<byte[]> plain = get();
        HttpResponse<byte[]> gzipped = get("Accept-Encoding", "gzip, br");

        assertThat(header(gzipped, "Content-Encoding")).isEqualTo("gzip");
        assertThat(header(gzipped, "ETag")).isNotEqualTo(header(plain, "ETag"));
        try (GZIPInputStream content = new GZIPInputStream(new ByteArrayInputStream(gzipped.body()))) {
            assertThat(new String(content.readAllBytes(), UTF_8)).isEqualTo(new String(plain.body(), UTF_8));
        }
    }

    @Test
    void matchingIfNoneMatchReturns304ColdAndWarm() {
        String tag = header(get(), "ETag");

        for (String known : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
            HttpResponse<byte[]> answer = get("If-None-Match", known);
            assertThat(answer.statusCode()).as(known).isEqualTo(304);
            assertThat(header(answer, "ETag")).isEqualTo(tag);
            assertThat(header(answer, "Cache-Control")).startsWith("public");
            assertThat(header(answer, "Content-Language")).isEqualTo("en");
            assertThat(answer.body()).isEmpty();
        }
        assertThat(get("If-None-Match", "\"other\"").statusCode()).isEqualTo(200);
        assertThat(get("If-None-Match", tag, "Accept-Encoding", "gzip").statusCode())
                .isEqualTo(200);
        assertThat(get("If-None-Match", "*", "Accept-Language", "ko").statusCode())
                .as("cold")
                .isEqualTo(304);
    }

    @Test
    void headReturnsTheHeadersOfGet() {
        HttpHeaders cold = head();
        HttpHeaders warm = head();

        HttpResponse<byte[]> read = get();
        for (HttpHeaders head : new HttpHeaders[] {cold, warm}) {
            assertThat(head.firstValue("ETag")).hasValue(header(read, "ETag"));
            assertThat(head.firstValueAsLong("Content-Length")).hasValue(read.body().length);
        }
    }

    @Test
    void tokenIsIgnoredColdAndWarm() {
        String unknownToken = "Bearer " + TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());

        assertThat(get("Authorization", unknownToken).statusCode()).isEqualTo(200);
        assertThat(get("Authorization", unknownToken).statusCode()).isEqualTo(200);
    }

    /** Counts HEAD requests, because GET requests of earlier tests may not have been counted yet. */
    @Test
    void eachRequestIsCountedOnceColdAndWarm() {
        double before = heads();
        head();
        head();
        head();

        Awaitility.await().during(Duration.ofMillis(200)).until(() -> heads() == before + 3);
    }

    @Test
    void unknownCategoryListsTheCodes() {
        for (String path : new String[] {"sports", "Fitness", "%F0%9F%8F%83", "a%20b"}) {
            http.get()
                    .uri(URI.create("/v1/templates/first-page/" + path))
                    .exchange()
                    .expectStatus()
                    .isNotFound()
                    .expectBody()
                    .jsonPath("$.code")
                    .isEqualTo("unknown-category")
                    .jsonPath("$.categories")
                    .value(codes -> assertThat(String.valueOf(codes)).contains("fitness", "study"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "DELETE"})
    void writeWithoutATokenReturns405(String method) {
        http.method(HttpMethod.valueOf(method))
                .uri("/v1/templates/first-page")
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectHeader()
                .valueMatches("Allow", ".*GET.*HEAD.*");
    }

    @Test
    void writeWithATokenReturns405() {
        String token = tokenOf(ScheduleFixture.newMember());

        http.put()
                .uri(page)
                .headers(headers -> headers.setBearerAuth(token))
                .exchange()
                .expectStatus()
                .isEqualTo(405)
                .expectHeader()
                .valueMatches("Allow", ".*GET.*");
    }

    @Test
    void malformedAcceptIsRefused() throws Exception {
        get("Accept-Language", "en");

        assertThat(get("Accept", "application/json, garbage").statusCode()).isEqualTo(406);
        assertThat(get("Accept", "application/json, text/plain, */*").statusCode())
                .isEqualTo(200);
    }

    private double heads() {
        return meters
                .find("http.server.requests")
                .tags("uri", "/v1/templates/first-page/{category}", "method", "HEAD")
                .timers()
                .stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    private HttpHeaders head() {
        HttpResponse<byte[]> answer = send("HEAD");
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.body()).isEmpty();
        return answer.headers();
    }

    private HttpResponse<byte[]> get(String... headers) {
        return send("GET", headers);
    }

    /** Sends a request with the JDK client, which neither adds Accept-Encoding nor decodes gzip. */
    private HttpResponse<byte[]> send(String method, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + page))
                .method(method, HttpRequest.BodyPublishers.noBody());
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse("");
    }
}
