package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** From the publication of a template to the public first page. */
@SystemTest
class TemplateSystemTests {

    /** Longer than several refreshes of the ranking and the page. pom.xml makes both more frequent than by default. */
    private static final Duration REFRESH_LIMIT = Duration.ofMinutes(3);

    private static final String PAGE = "/v1/templates/first-page";

    private final Client client;

    TemplateSystemTests(Client client) {
        this.client = client;
    }

    @Test
    void releasedTemplateAppearsOnTheFirstPage() {
        assertThat(client.get(PAGE + "/travel").status()).isEqualTo(200);
        String title = "Tour of " + Client.freshNickname();
        Client owner = client.signedUp();

        Answer draft = owner.post("/v1/templates", """
                {"category":"travel","title":"%s","description":"Far","durationMinutes":60,"locationId":1}""".formatted(title));
        assertThat(draft.status()).isEqualTo(201);
        String path = "/v1/templates/" + draft.text("/templateId");
        assertThat(client.get(path).status()).isEqualTo(404);
        assertThat(owner.post(path + "/release", "").status()).isEqualTo(200);
        assertThat(client.signedUp().put(path + "/review", "{\"rating\":5}").status())
                .isBetween(200, 204);

        Awaitility.await().atMost(REFRESH_LIMIT).untilAsserted(() -> {
            assertThat(titles("newest")).contains(title);
            assertThat(titles("bestRated")).contains(title);
        });
        owner.post(path + "/withdraw", "");
        Awaitility.await()
                .atMost(REFRESH_LIMIT)
                .untilAsserted(() -> assertThat(titles("newest")).doesNotContain(title));
    }

    @Test
    void gatewayAnswers304ForAnUnchangedPage() {
        Client german = client.with("Accept-Language", "de");
        // The page may be refreshed between the two requests.
        Awaitility.await().atMost(REFRESH_LIMIT).untilAsserted(() -> {
            Answer page = german.get(PAGE + "/home");
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text("/category/name")).isEqualTo("Haushalt");
            assertThat(page.header("Cache-Control")).startsWith("public, max-age=");

            Answer cached = german.with("If-None-Match", page.header("ETag")).get(PAGE + "/home");

            assertThat(cached.status()).isEqualTo(304);
            assertThat(cached.header("Age")).matches("\\d+");
            assertThat(cached.header("Server-Timing")).startsWith("gw;").doesNotContain("schedule");
        });
    }

    @Test
    void demoDataIsOnTheFirstPage() {
        Answer page = client.get(PAGE);

        assertThat(page.json().at("/bestRated").size()).isPositive();
        assertThat(page.json().at("/mostAdopted/0/adoptions").asInt()).isPositive();
        Answer gzipped = client.with("Accept-Encoding", "gzip").send("HEAD", PAGE, new byte[0]);
        assertThat(gzipped.status()).isEqualTo(200);
        assertThat(gzipped.header("Content-Encoding")).isEqualTo("gzip");
    }

    @Test
    void unknownCategoryListsTheValidCodes() {
        Answer answer = client.get(PAGE + "/sports");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("/code")).isEqualTo("unknown-category");
        assertThat(answer.json().at("/categories").toString()).contains("\"fitness\"");
    }

    private List<String> titles(String section) {
        return client.get(PAGE + "/travel")
                .json()
                .at("/" + section)
                .valueStream()
                .map(item -> item.at("/title").asString())
                .toList();
    }
}
