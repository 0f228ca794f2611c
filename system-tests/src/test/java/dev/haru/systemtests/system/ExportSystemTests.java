package dev.haru.systemtests.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** An export through the gateway, of all services. */
@SystemTest
class ExportSystemTests {

    /** Longer than the pause of the relay after a failed attempt and than its lease, each of up to a minute. */
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private static final String SCHEDULE = """
            {"title":"Dentist","locationId":1,"startAt":"2026-12-01T09:00:00Z","endAt":"2026-12-01T10:00:00Z"}""";
    private static final String TEMPLATE = """
            {"category":"study","title":"Study plan","description":"Evenings","durationMinutes":60,"locationId":1,
             "items":[{"title":"Chapter 1","startsAfterMinutes":0,"durationMinutes":60,"locationId":1}]}""";

    private final ApiDescription api = ApiDescription.read();
    private final Client client;

    ExportSystemTests(Client client) {
        this.client = client;
    }

    @Test
    void archiveHasTheDocumentedProperties() {
        Client member = client.signedUp();
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(member.post("/v1/schedules", SCHEDULE).status())
                                .isEqualTo(201));
        assertThat(member.post("/v1/templates", TEMPLATE).status()).isEqualTo(201);
        String popular = client.get("/v1/templates/first-page").text("/bestRated/0/templateId");
        assertThat(member.put("/v1/templates/" + popular + "/review", "{\"rating\":5}")
                        .status())
                .isEqualTo(204);
        assertThat(member.post("/v1/templates/" + popular + "/adoptions", "{\"startAt\":\"2026-12-02T09:00:00Z\"}")
                        .status())
                .isEqualTo(201);

        Answer archive = archiveOf(member, requested(member));

        assertThat(archive.header("Cache-Control")).contains("no-store");
        assertThat(archive.header("Content-Disposition")).startsWith("attachment");
        assertThat(archive.json().path("schedules").size()).isGreaterThan(1);
        for (String section : List.of("sessions", "devices", "securityEvents", "templates", "ratings", "adoptions")) {
            assertThat(archive.json().path(section).size()).as(section).isPositive();
        }
        checkDocumented("Archive", api.schema("Archive"), archive.json());
    }

    @Test
    void otherMemberSeesNoArchive() {
        String location = requested(client.signedUp());

        assertThat(client.signedUp().get(location).status()).isEqualTo(404);
        assertThat(client.get(location).status()).isEqualTo(401);
    }

    /** Requests an archive, and returns its path. */
    static String requested(Client member) {
        Answer requested = member.post("/v1/auth/export", "");
        assertThat(requested.status()).as(requested.body()).isEqualTo(202);
        return requested.header("Location").replaceFirst("^https?://[^/]+", "");
    }

    /** Waits until the archive is complete. */
    static Answer archiveOf(Client member, String location) {
        return await().atMost(LIMIT).until(() -> member.get(location), answer -> answer.status() != 202);
    }

    /** Checks that the schema has each property of the archive, and that the archive has each required one. */
    private void checkDocumented(String place, JsonNode schema, JsonNode real) {
        JsonNode resolved = api.resolve(schema);
        if (real.isArray()) {
            real.valueStream().forEach(item -> checkDocumented(place + "[]", resolved.path("items"), item));
        } else if (real.isObject()) {
            assertThat(real.propertyNames())
                    .as(place)
                    .containsExactlyInAnyOrderElementsOf(
                            resolved.path("properties").propertyNames());
            real.propertyStream()
                    .forEach(property -> checkDocumented(
                            place + "." + property.getKey(),
                            resolved.path("properties").path(property.getKey()),
                            property.getValue()));
        }
    }
}
