package dev.haru.platform;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.assertj.MockMvcTester;
import org.springframework.test.web.servlet.assertj.MvcTestResult;

/** Requests with fields, parameters or bodies that the service does not accept. */
@ThingServiceTest
class RequestFieldTests {

    @Autowired
    private MockMvcTester http;

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name": "a", "at": "2026-11-21T09:00:00Z", "count": 1, "what": 1}      | what  | is not a known field
            {"name": 1}                                                             | name  | must be a string of valid characters
            {"name": true}                                                          | name  | must be a string of valid characters
            {"name": {}}                                                            | name  | must be a string of valid characters
            {"name": "a\\u0000"}                                                    | name  | must be a string of valid characters
            {"name": "\\udc00a"}                                                    | name  | must be a string of valid characters
            {"name": " "}                                                           | name  | must not be blank
            {"name": ""}                                                            | name  | must not be blank
            {"name": "\\u00a0\\u2007\\u202f"}                                       | name  | must not be blank
            {"name": "\\u3000\\u0085\\u2003"}                                       | name  | must not be blank
            {"name": "\\u200b\\u3164\\ufeff"}                                       | name  | must not be blank
            {"name": "a", "at": 1700000000}                                         | at    | must be an instant with an offset, such as 2026-11-21T09:30:00Z
            {"name": "a", "at": "2026-02-30T09:00:00Z"}                             | at    | must be an instant with an offset, such as 2026-11-21T09:30:00Z
            {"name": "a", "at": "+1000000000-01-01T00:00:00Z"}                      | at    | must be an instant with an offset, such as 2026-11-21T09:30:00Z
            {"name": "a", "at": "2026-11-21T09:00:00"}                              | at    | must be an instant with an offset, such as 2026-11-21T09:30:00Z
            {"name": "a", "count": "1"}                                             | count | must be a whole number in range
            {"name": "a", "count": 1.5}                                             | count | must be a whole number in range
            {"name": "a", "count": 3000000000}                                      | count | must be a whole number in range
            {"name": "a", "count": 3000000000.0}                                    | count | must be a whole number in range
            {"name": "a", "count": 1.0000000000000000000000001}                     | count | must be a whole number in range
            {"name": "a", "count": 1e9999}                                          | count | must be a whole number in range
            {"name": "a", "count": 1e-9999}                                         | count | must be a whole number in range
            {"name": "a", "count": 1e99999999999}                                   | count | must be a whole number in range
            """)
    void invalidFieldIsNamed(String body, String field, String message) {
        MvcTestResult answer = post(body);

        assertThat(answer).hasStatus(400).hasContentType(MediaType.APPLICATION_PROBLEM_JSON);
        assertThat(answer).bodyJson().extractingPath("$.type").isEqualTo("urn:haru:problem:invalid-request");
        assertThat(answer)
                .bodyJson()
                .extractingPath("$.errors")
                .isEqualTo(List.of(Map.of("field", field, "message", message)));
    }

    /** An integer of JSON Schema is a number without a fraction, however it is written. */
    @ParameterizedTest
    @CsvSource({"1.0, 1", "-2.000, -2", "1e2, 100", "12.5e1, 125", "0.0, 0", "0e9999, 0", "2147483647.0, 2147483647"})
    void wholeNumberMayHaveAPointOrAnExponent(String number, int count) {
        MvcTestResult answer =
                post("{\"name\": \"a\", \"count\": %s, \"parts\": [{\"size\": %s}]}".formatted(number, number));

        assertThat(answer).hasStatusOk();
        assertThat(answer).bodyJson().extractingPath("$.count").isEqualTo(count);
        assertThat(answer).bodyJson().extractingPath("$.parts[0].size").isEqualTo(count);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name": 1, "at": true, "count": "x"}                                   | at count name
            {"count": "x", "what": 1, "name": {"a": 1}, "whatever": 2}              | count name what whatever
            {"name": 1, "parts": [{"name": 1}, {"name": "a"}, {"size": "x", "a": 1}, 7], "at": 1} | at name parts[0].name parts[2].a parts[2].size parts[3]
            {"parts": [{"name": "a", "inner": {"name": 1, "size": "x"}}]}           | parts[0].inner.name parts[0].inner.size
            {"ids": ["x", "0192d0c5-7a3e-7000-8000-000000000000", 7]}               | ids[0] ids[2]
            {"parts": {"a": 1}, "ids": 1}                                           | ids parts
            """)
    void allFieldsOfWrongTypesAreNamed(String body, String fields) {
        MvcTestResult answer = post(body);

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.errors[*].field").isEqualTo(List.of(fields.split(" ", -1)));
    }

    @Test
    void atMostTwentyFieldsOfWrongTypesAreNamed() {
        String unknown =
                IntStream.range(0, 500).mapToObj(i -> ", \"u" + i + "\": 1").collect(Collectors.joining());

        assertThat(post("{\"name\": 1" + unknown + "}"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors")
                .asArray()
                .hasSize(20);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"name": 1, "at": true,                      | malformed-request
            {"name": 1, "at": true, "at": true}          | malformed-request
            """)
    void wrongTypeInABodyThatIsNotJsonIsReported(String body, String code) {
        MvcTestResult answer = post(body);

        assertThat(answer).hasStatus(400);
        assertThat(answer).bodyJson().extractingPath("$.code").isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            {"name": "a"} {"name": "b"}
            {"name": "a", "name": "b"}
            {"name": 'a'}
            [1]
            ~~
            """)
    void bodyOtherThanOneObjectIsMalformed(String body) {
        assertThat(post(body))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.code")
                .isEqualTo("malformed-request");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0x10",
                "+16",
                "%2016",
                "16%20",
                "%EF%BC%91%EF%BC%96",
                "%D9%A1",
                "1_0",
                "0b1",
                "%2310",
                "1.0",
                "1e1",
                "-",
                "9999999999",
                "--1"
            })
    void numberOfAQueryHasAsciiDigitsOnly(String limit) {
        assertThat(http.get()
                        .uri(URI.create("/things/0192d0c5-7a3e-7000-8000-000000000000?limit=" + limit))
                        .header("Authorization", "Bearer good"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].message")
                .isEqualTo("must be a whole number in range");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "0", "-1", "007", "2147483647", "-2147483648"})
    void decimalNumberOfAQueryIsRead(String limit) {
        assertThat(http.get()
                        .uri("/things/0192d0c5-7a3e-7000-8000-000000000000?limit=" + limit)
                        .header("Authorization", "Bearer good"))
                .hasStatusOk();
    }

    @ParameterizedTest
    @CsvSource({
        "/things/x, id",
        "/things/1-1-1-1-1, id",
        "/things/0192d0c57a3e-7000-8000-0000-00000000, id",
        "/things/0192d0c5-7a3e-7000-8000-000000000000?limit=x, limit",
        "/things/0192d0c5-7a3e-7000-8000-000000000000?before=, before"
    })
    void invalidParameterIsNamed(String uri, String field) {
        assertThat(http.get().uri(uri).header("Authorization", "Bearer good"))
                .hasStatus(400)
                .bodyJson()
                .extractingPath("$.errors[0].field")
                .isEqualTo(field);
    }

    @Test
    void missingMediaTypeIsExplained() {
        assertThat(http.post()
                        .uri("/things")
                        .header("Authorization", "Bearer good")
                        .content("{}"))
                .hasStatus(415)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("The request has no Content-Type.");
        assertThat(http.post()
                        .uri("/things")
                        .header("Authorization", "Bearer good")
                        .header("Content-Type", "a")
                        .content("{}"))
                .hasStatus(415)
                .bodyJson()
                .extractingPath("$.detail")
                .isEqualTo("Could not parse Content-Type.");
    }

    private MvcTestResult post(String body) {
        return http.post()
                .uri("/things")
                .header("Authorization", "Bearer good")
                .contentType(MediaType.APPLICATION_JSON)
                .content(body)
                .exchange();
    }
}
