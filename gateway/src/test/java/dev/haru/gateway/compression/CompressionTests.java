package dev.haru.gateway.compression;

import static com.github.tomakehurst.wiremock.client.WireMock.aResponse;
import static com.github.tomakehurst.wiremock.client.WireMock.any;
import static com.github.tomakehurst.wiremock.client.WireMock.anyUrl;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.tomakehurst.wiremock.client.ResponseDefinitionBuilder;
import com.github.tomakehurst.wiremock.http.HttpHeader;
import dev.haru.gateway.FakeServices;
import dev.haru.gateway.GatewayTest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.web.server.LocalServerPort;

@GatewayTest
class CompressionTests {

    private static final String JSON = "application/json";

    /** Unlike Spring's test client, it does not decompress responses. */
    private static final HttpClient client = HttpClient.newHttpClient();

    @LocalServerPort
    private int port;

    @ParameterizedTest
    @ValueSource(ints = {1024, 16 * 1024, 100_000})
    void jsonFromOneKilobyteOnIsCompressed(int size) throws Exception {
        String body = json(size);
        respond(ofLength(body, JSON));

        HttpResponse<byte[]> response = send("GET", "/v1/schedules", "Accept-Encoding", "gzip, br");

        assertCompressed(response, body);
    }

    @ParameterizedTest
    @ValueSource(strings = {JSON, "application/json;charset=UTF-8", "application/problem+json"})
    void bodyOfUnknownLengthIsCompressed(String type) throws Exception {
        String body = json(100_000);
        respond(aResponse().withHeader("Content-Type", type).withBody(body));

        HttpResponse<byte[]> response = send("GET", "/v1/schedules", "Accept-Encoding", "gzip");

        assertCompressed(response, body);
        assertThat(header(response, "Content-Length")).isEmpty();
    }

    @Test
    void smallerJsonIsSentAsItIs() throws Exception {
        String body = json(1023);
        respond(ofLength(body, JSON).withHeader("ETag", "\"3\""));

        HttpResponse<byte[]> response = send("GET", "/v1/schedules", "Accept-Encoding", "gzip");

        assertUncompressed(response, body);
        assertThat(header(response, "ETag")).hasValue("\"3\"");
        assertThat(header(response, "Vary")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"identity", "br, zstd", "gzip;q=0"})
    void clientWithoutGzipReceivesTheBodyAsItIs(String accepted) throws Exception {
        String body = json(4000);
        respond(ofLength(body, JSON).withHeader("ETag", "\"3\""));

        HttpResponse<byte[]> response = send("GET", "/v1/schedules", "Accept-Encoding", accepted);

        assertUncompressed(response, body);
        assertThat(header(response, "ETag")).hasValue("\"3\"");
        assertThat(header(response, "Vary")).hasValue("Accept-Encoding");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void responseOfAuthServiceIsNotCompressed(boolean knownLength) throws Exception {
        String body = json(4000);
        FakeServices.auth.stubFor(any(anyUrl())
                .willReturn(
                        knownLength
                                ? ofLength(body, JSON)
                                : aResponse().withHeader("Content-Type", JSON).withBody(body)));

        assertUncompressed(send("GET", "/v1/auth/sessions", "Accept-Encoding", "gzip"), body);
    }

    @Test
    void otherMediaTypeIsNotCompressed() throws Exception {
        String body = json(4000);
        respond(ofLength(body, "text/calendar"));

        assertUncompressed(send("GET", "/v1/schedules", "Accept-Encoding", "gzip"), body);
    }

    @Test
    void bodyThatTheServiceCompressedIsNotCompressedAgain() throws Exception {
        String body = json(4000);
        respond(ofLength(body, JSON).withHeader("Content-Encoding", "gzip").withHeader("ETag", "\"page-gzip\""));

        HttpResponse<byte[]> response = send("GET", "/v1/templates/first-page", "Accept-Encoding", "gzip");

        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(body);
        assertThat(header(response, "ETag")).hasValue("\"page-gzip\"");
    }

    @ParameterizedTest
    @CsvSource({"'\"3\"', '\"3+gzip\"'", "'W/\"3\"', 'W/\"3\"'"})
    void compressedBodyHasATagOfItsOwn(String tag, String expected) throws Exception {
        respond(ofLength(json(4000), JSON).withHeader("ETag", tag));

        assertThat(header(send("GET", "/v1/schedules/1", "Accept-Encoding", "gzip"), "ETag"))
                .hasValue(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "If-Match, '\"3+gzip\"', '\"3\"'",
        "If-Match, '\"2\", \"3+gzip\"', '\"2\", \"3\"'",
        "If-Match, '\"3\"', '\"3\"'",
        "If-Match, '*', '*'",
        "If-None-Match, 'W/\"3.a+gzip\"', 'W/\"3.a\"'"
    })
    void serviceReceivesItsOwnTagAsCondition(String header, String sent, String received) throws Exception {
        send("PUT", "/v1/schedules/1", header, sent);

        assertThat(FakeServices.requests())
                .singleElement()
                .extracting(request -> request.header(header))
                .extracting(HttpHeader::firstValue)
                .isEqualTo(received);
    }

    @ParameterizedTest
    @CsvSource({"'\"3+gzip\"'", "'\"3\"'"})
    void notModifiedResponseHasTheTagThatTheClientSent(String tag) throws Exception {
        respond(aResponse().withStatus(304).withHeader("ETag", "\"3\""));

        HttpResponse<byte[]> response = send("GET", "/v1/schedules/1", "Accept-Encoding", "gzip", "If-None-Match", tag);

        assertThat(response.statusCode()).isEqualTo(304);
        assertThat(response.headers().allValues("Vary")).contains("Accept-Encoding");
        assertThat(header(response, "ETag")).hasValue(tag);
    }

    @Test
    void headHasTheHeadersOfGet() throws Exception {
        respond(ofLength(json(4000), JSON).withHeader("ETag", "\"3\""));

        HttpResponse<byte[]> response = send("HEAD", "/v1/schedules/1", "Accept-Encoding", "gzip");

        assertThat(header(response, "Content-Encoding")).hasValue("gzip");
        assertThat(header(response, "ETag")).hasValue("\"3+gzip\"");
        assertThat(header(response, "Vary")).hasValue("Accept-Encoding");
        assertThat(header(response, "Content-Length")).isEmpty();
    }

    private static void assertCompressed(HttpResponse<byte[]> response, String body) throws IOException {
        byte[] sent = response.body();
        assertThat(header(response, "Content-Encoding")).hasValue("gzip");
        assertThat(header(response, "Vary")).hasValue("Accept-Encoding");
        assertThat(sent.length).isLessThan(body.length());
        assertThat(new GZIPInputStream(new ByteArrayInputStream(sent)).readAllBytes())
                .isEqualTo(body.getBytes(StandardCharsets.UTF_8));
    }

    private static void assertUncompressed(HttpResponse<byte[]> response, String body) {
        assertThat(header(response, "Content-Encoding")).isEmpty();
        assertThat(new String(response.body(), StandardCharsets.UTF_8)).isEqualTo(body);
    }

    private HttpResponse<byte[]> send(String method, String path, String... headers)
            throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://localhost:" + port + path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .headers(headers)
                .build();
        return client.send(request, HttpResponse.BodyHandlers.ofByteArray());
    }

    private static Optional<String> header(HttpResponse<?> response, String name) {
        return response.headers().firstValue(name);
    }

    private static void respond(ResponseDefinitionBuilder response) {
        FakeServices.schedule.stubFor(any(anyUrl()).willReturn(response));
    }

    private static ResponseDefinitionBuilder ofLength(String body, String type) {
        return aResponse()
                .withHeader("Content-Type", type)
                .withHeader("Content-Length", Integer.toString(body.length()))
                .withBody(body);
    }

    private static String json(int size) {
        return "{\"title\":\"" + "Tea with Ada. ".repeat(size).substring(0, size - 12) + "\"}";
    }
}
