package dev.haru.local.system;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** From publishing a template to the first page that everybody sees. */
@SystemTest
class TemplateSystemTests {

    /** Some renewals and refreshes of the ranking, both sooner here than by default: see pom.xml. */
    private static final Duration SOON = Duration.ofSeconds(30);

    private static final String PAGE = "/v1/templates/first-page";

    private final Client visitor;

    TemplateSystemTests(Client visitor) {
        this.visitor = visitor;
    }

    @Test
    void releasedTemplateIsOnTheFirstPageWhenItIsRenewed() {
        assertThat(visitor.get(PAGE + "/travel").status()).isEqualTo(200);
        String title = "Tour of " + Client.freshNickname();
        Client owner = visitor.signedUp();

        Answer draft = owner.post("/v1/templates", """
                {"category":"travel","title":"%s","description":"Far","durationMinutes":60,"locationId":1}""".formatted(title));
        assertThat(draft.status()).isEqualTo(201);
        String path = "/v1/templates/" + draft.text("/templateId");
        assertThat(visitor.get(path).status()).isEqualTo(404);
        assertThat(owner.post(path + "/release", "").status()).isEqualTo(200);
        assertThat(visitor.signedUp().put(path + "/review", "{\"rating\":5}").status())
                .isBetween(200, 204);

        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            assertThat(titles("newest")).contains(title);
            assertThat(titles("bestRated")).contains(title);
        });
        owner.post(path + "/withdraw", "");
        Awaitility.await()
                .atMost(SOON)
                .untilAsserted(() -> assertThat(titles("newest")).doesNotContain(title));
    }

    @Test
    void whoHasThePageIsToldSoByTheGateway() {
        Client german = visitor.with("Accept-Language", "de");
        // The page may be renewed in between.
        Awaitility.await().atMost(SOON).untilAsserted(() -> {
            Answer page = german.get(PAGE + "/home");
            assertThat(page.status()).isEqualTo(200);
            assertThat(page.text("/category/name")).isEqualTo("Haushalt");
            assertThat(page.header("Cache-Control")).startsWith("public, max-age=");

            Answer known = german.with("If-None-Match", page.header("ETag")).get(PAGE + "/home");

            assertThat(known.status()).isEqualTo(304);
            assertThat(known.header("Age")).matches("\\d+");
            assertThat(known.header("Server-Timing")).startsWith("gw;").doesNotContain("schedule");
        });
    }

    @Test
    void demoDataIsOnTheFirstPage() {
        Answer page = visitor.get(PAGE);

        assertThat(page.json().at("/bestRated").size()).isPositive();
        assertThat(page.json().at("/mostAdopted/0/adoptions").asInt()).isPositive();
        Answer gzipped = visitor.with("Accept-Encoding", "gzip").send("HEAD", PAGE, new byte[0]);
        assertThat(gzipped.status()).isEqualTo(200);
        assertThat(gzipped.header("Content-Encoding")).isEqualTo("gzip");
    }

    @Test
    void whenThereIsNoSuchCategoryTheCodesAreNamed() {
        Answer answer = visitor.get(PAGE + "/sports");

        assertThat(answer.status()).isEqualTo(404);
        assertThat(answer.text("/code")).isEqualTo("unknown-category");
        assertThat(answer.json().at("/categories").toString()).contains("\"fitness\"");
    }

    private List<String> titles(String section) {
        return visitor.get(PAGE + "/travel")
                .json()
                .at("/" + section)
                .valueStream()
                .map(item -> item.at("/title").asString())
                .toList();
    }
}
