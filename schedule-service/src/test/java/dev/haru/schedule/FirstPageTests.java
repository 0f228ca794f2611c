package dev.haru.schedule;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.test.EmbeddedDatabase;
import dev.haru.platform.token.TokenFormat;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.security.SecureRandom;
import java.util.UUID;
import java.util.zip.GZIPInputStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpMethod;
import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.test.web.servlet.client.EntityExchangeResult;
import org.springframework.test.web.servlet.client.RestTestClient;

/** The first page as clients and caches see it, cold and warm. */
@WholeService
class FirstPageTests {

    private static final JdbcClient SCHEDULE = EmbeddedDatabase.jdbc("schedule");

    @Autowired
    private RestTestClient http;

    @Autowired
    private MeterRegistry meters;

    /** A category of its own for each test, with one template that nobody has rated. */
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
        // In a language that no test asks for: what is not known is looked for once in a second.
        Awaitility.await()
                .until(() -> get("Accept-Language", "de").getStatus().is2xxSuccessful());
    }

    @Test
    void hasFourSectionsOfWhatIsReleasedInTheLanguageOfWhoAsks() {
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
                .isEqualTo(0);
    }

    @Test
    void coldAndWarmAreTheSameAndMayBeKept() {
        EntityExchangeResult<byte[]> cold = get();
        EntityExchangeResult<byte[]> warm = get();

        assertThat(warm.getResponseBodyContent()).isEqualTo(cold.getResponseBodyContent());
        for (String header : new String[] {"ETag", "Cache-Control", "Vary", "Content-Type", "Content-Length"}) {
            assertThat(warm.getResponseHeaders().get(header))
                    .isNotNull()
                    .isEqualTo(cold.getResponseHeaders().get(header));
        }
        assertThat(warm.getResponseHeaders().getETag()).startsWith("\"");
        assertThat(warm.getResponseHeaders().getCacheControl())
                .isEqualTo("public, max-age=15, stale-while-revalidate=60, stale-if-error=3600");
        assertThat(warm.getResponseHeaders().getFirst("Vary")).isEqualTo("Accept-Encoding, Accept-Language");
        assertThat(warm.getResponseHeaders().getFirst("X-Trace-Id")).isNotNull();
        assertThat(warm.getResponseHeaders().getFirst("Server-Timing")).startsWith("schedule;dur=");
    }

    @Test
    void whoTakesGzipGetsTheSamePageWithATagOfItsOwn() throws IOException {
        EntityExchangeResult<byte[]> plain = get();
        EntityExchangeResult<byte[]> gzipped = get("Accept-Encoding", "gzip, br");

        assertThat(gzipped.getResponseHeaders().getFirst("Content-Encoding")).isEqualTo("gzip");
        assertThat(gzipped.getResponseHeaders().getETag())
                .isNotEqualTo(plain.getResponseHeaders().getETag());
        try (GZIPInputStream content =
                new GZIPInputStream(new ByteArrayInputStream(gzipped.getResponseBodyContent()))) {
            assertThat(new String(content.readAllBytes(), UTF_8))
                    .isEqualTo(new String(plain.getResponseBodyContent(), UTF_8));
        }
    }

    @Test
    void whoHasItIsToldSoColdAndWarm() {
        String tag = String.valueOf(get().getResponseHeaders().getETag());

        for (String known : new String[] {tag, "W/" + tag, "\"other\", " + tag, "*"}) {
            EntityExchangeResult<byte[]> answer = get("If-None-Match", known);
            assertThat(answer.getStatus().value()).as(known).isEqualTo(304);
            assertThat(answer.getResponseHeaders().getETag()).isEqualTo(tag);
            assertThat(answer.getResponseHeaders().getCacheControl()).startsWith("public");
            assertThat(answer.getResponseBodyContent()).isNullOrEmpty();
        }
        assertThat(get("If-None-Match", "\"other\"").getStatus().value()).isEqualTo(200);
        assertThat(get("If-None-Match", tag, "Accept-Encoding", "gzip")
                        .getStatus()
                        .value())
                .isEqualTo(200);
        assertThat(get("If-None-Match", "*", "Accept-Language", "ko")
                        .getStatus()
                        .value())
                .as("cold")
                .isEqualTo(304);
    }

    @Test
    void headSaysWhatGetWould() {
        HttpHeaders cold = head();
        HttpHeaders warm = head();

        EntityExchangeResult<byte[]> page = get();
        for (HttpHeaders head : new HttpHeaders[] {cold, warm}) {
            assertThat(head.getETag()).isEqualTo(page.getResponseHeaders().getETag());
            assertThat(head.getContentLength())
                    .isEqualTo(page.getResponseHeaders().getContentLength());
        }
    }

    @Test
    void aTokenIsNotLookedAtColdOrWarm() {
        String nobodys = "Bearer " + TokenFormat.generate(TokenFormat.ACCESS, new SecureRandom());

        assertThat(get("Authorization", nobodys).getStatus().value()).isEqualTo(200);
        assertThat(get("Authorization", nobodys).getStatus().value()).isEqualTo(200);
    }

    @Test
    void eachRequestIsCountedOnceColdOrWarm() {
        double before = requests();
        get();
        get();
        get();

        assertThat(requests()).isEqualTo(before + 3);
    }

    @Test
    void whenThereIsNoSuchCategoryTheCodesAreNamed() {
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

    @Test
    void nobodyMayWriteIt() {
        http.post().uri("/v1/templates/first-page").exchange().expectStatus().isUnauthorized();
    }

    private double requests() {
        return meters.find("http.server.requests").tag("uri", "/v1/templates/first-page/{category}").timers().stream()
                .mapToLong(timer -> timer.count())
                .sum();
    }

    private HttpHeaders head() {
        return http.method(HttpMethod.HEAD)
                .uri(page)
                .exchange()
                .expectStatus()
                .isOk()
                .expectBody()
                .isEmpty()
                .getResponseHeaders();
    }

    private EntityExchangeResult<byte[]> get(String... headers) {
        RestTestClient.RequestHeadersSpec<?> request = http.get().uri(page);
        for (int i = 0; i < headers.length; i += 2) {
            request.header(headers[i], headers[i + 1]);
        }
        return request.exchange().expectBody().returnResult();
    }
}
