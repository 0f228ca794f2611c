package dev.haru.gateway.header;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import dev.haru.gateway.RawHttp;
import java.io.IOException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.springframework.boot.test.web.server.LocalServerPort;

@GatewayTest
class DateHeaderTests {

    private static final Pattern DATE = Pattern.compile("\r\n[Dd]ate: ([^\r]+)\r\n");

    static final List<String> requests = List.of(
            RawHttp.get("/v1/locations"),
            RawHttp.get("/docs"),
            RawHttp.get("/v1/nowhere"),
            RawHttp.get("/v1/schedules").replace("Connection", "Authorization: Bearer x\r\nConnection"),
            RawHttp.get("/v1/locations?t=hru_" + "a".repeat(60)),
            RawHttp.get("/v1/locations").replace("GET", "TRACE"),
            RawHttp.get("/" + "a".repeat(9000)),
            RawHttp.get("/mistake"),
            "POST /v1/schedules HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 70000\r\n\r\n");

    @LocalServerPort
    int port;

    @ParameterizedTest
    @FieldSource("requests")
    void responseHasOneDate(String request) throws IOException {
        assertThat(datesOf(RawHttp.exchange(port, request, "(?s).*\r\n\r\n.*")))
                .singleElement()
                .satisfies(date -> assertThat(ZonedDateTime.parse(date, DateTimeFormatter.RFC_1123_DATE_TIME))
                        .isNotNull());
    }

    @Test
    void dateOfAServiceIsKept() throws IOException {
        FakeServices.schedule.stubFor(
                any(anyUrl()).willReturn(aResponse().withHeader("Date", "Sun, 06 Nov 1994 08:49:37 GMT")));

        assertThat(datesOf(RawHttp.exchange(port, RawHttp.get("/v1/locations"))))
                .containsExactly("Sun, 06 Nov 1994 08:49:37 GMT");
    }

    private static List<String> datesOf(String response) {
        return DATE.matcher(response).results().map(date -> date.group(1)).toList();
    }
}
