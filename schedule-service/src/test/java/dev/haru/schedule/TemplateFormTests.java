package dev.haru.schedule;

import static dev.haru.schedule.CatalogueCalls.assertField;
import static dev.haru.schedule.CatalogueCalls.form;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.client.RestTestClient;

/** Templates that are refused, by the field that is wrong. */
@WholeService
class TemplateFormTests {

    private CatalogueCalls owner;
    private CatalogueCalls other;

    @BeforeEach
    void clients(@Autowired RestTestClient http) {
        owner = CatalogueCalls.of(http, UUID.randomUUID());
        other = CatalogueCalls.of(http, UUID.randomUUID());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            category        | "unknown"
            category        | null
            title           | ""
            title           | "two\\nlines"
            title           | 7
            description     | null
            durationMinutes | 0
            durationMinutes | 527041
            durationMinutes | 1.5
            locationId      | 4711
            imageUrl        | "http://images.example.org/a.jpg"
            imageUrl        | "javascript:alert(1)"
            imageUrl        | "https:///a.jpg"
            imageUrl        | "https://user@images.example.org/a.jpg"
            imageUrl        | "https://images.example.org/a b.jpg"
            imageUrl        | "//images.example.org/a.jpg"
            items           | 7
            status          | "released"
            """)
    void invalidFieldIsNamed(String field, String value) {
        String other = """
                "category": "travel", "title": "T", "description": "D", "durationMinutes": 60, "locationId": 1
                """.replaceAll("\"%s\": [^,]*(, )?".formatted(field), "").strip();

        assertField(
                owner.post("/v1/templates", "{\"%s\": %s, %s}".formatted(field, value, other.replaceAll(",$", ""))),
                field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"startsAfterMinutes": -1, "durationMinutes": 5}                    | items[0].startsAfterMinutes
            {"startsAfterMinutes": 0}                                           | items[0].durationMinutes
            {"startsAfterMinutes": 56, "durationMinutes": 5}                    | items[0].durationMinutes
            {"startsAfterMinutes": 0, "durationMinutes": 5, "title": ""}        | items[0].title
            {"startsAfterMinutes": 0, "durationMinutes": 5, "title": " "}       | items[0].title
            {"startsAfterMinutes": 0, "durationMinutes": 5, "title": "\\u3000"}  | items[0].title
            {"startsAfterMinutes": 0, "durationMinutes": 5, "locationId": 4711} | items
            {"startsAfterMinutes": 0, "durationMinutes": 5, "recurrenceRule": "FREQ=SECONDLY"} | items[0].recurrenceRule
            {"startsAfterMinutes": 0, "durationMinutes": 5, "recurrenceRule": "FREQ=DAILY;UNTIL=20270101"} | items[0].recurrenceRule
            {"startsAfterMinutes": 0, "durationMinutes": 5, "recurrenceRule": ""} | items[0].recurrenceRule
            null                                                                | items[0]
            """)
    void invalidItemIsNamed(String item, String field) {
        assertField(
                owner.post("/v1/templates", form("Items").replace("}", ", \"items\": [%s]}".formatted(item))), field);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            title                    | {"title": null}
            category                 | {"category": "nothing"}
            durationMinutes          | {"durationMinutes": 0}
            items[0].durationMinutes | {"items": [{"startsAfterMinutes": 0, "durationMinutes": 61}]}
            items[0].note            | {"items": [{"startsAfterMinutes": 0, "durationMinutes": 1, "note": 7}]}
            status                   | {"status": "released"}
            """)
    void invalidMemberOfPatchIsNamed(String field, String body) {
        String path = owner.draft(form("Trip"));

        owner.patch(path, body, owner.etag(path))
                .expectStatus()
                .isBadRequest()
                .expectBody()
                .jsonPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @ParameterizedTest
    @CsvSource({"30, first 20 are listed", "31, A field is not valid", "20001, A field is not valid"})
    void errorReportOfManyItemsIsSmall(int items, String detail) {
        String body = "{\"items\": [%s]}".formatted("{},".repeat(items - 1) + "{}");

        owner.post("/v1/templates", body)
                .expectStatus()
                .isBadRequest()
                .expectBody(String.class)
                .value(answer -> assertThat(answer).contains(detail).hasSizeLessThan(4096));
    }
}
