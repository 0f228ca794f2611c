package dev.haru.platform.problem;

import static org.assertj.core.api.Assertions.assertThat;

import dev.haru.platform.language.Messages;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import org.apache.catalina.valves.ErrorReportValve;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServer;

class ContainerRefusalsTests {

    @ParameterizedTest
    @ValueSource(strings = {"/a%2Fb", "/a%00b", "/a%5Cb"})
    void pathRefusedByTomcatIsAProblem(String path) throws Exception {
        HttpResponse<String> answer = responseOfTomcatWithoutFilters(path);

        String trace = answer.headers().firstValue("X-Trace-Id").orElseThrow();
        assertThat(trace).matches("[0-9a-f]{32}").doesNotMatch("0+");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(answer.body()).isEqualTo("""
                {"type":"urn:haru:problem:malformed-request","title":"Bad Request","status":400,\
                "code":"malformed-request","traceId":"%s"}""".formatted(trace));
    }

    @Test
    void titleIsInTheLanguageOfTheRequest() throws Exception {
        HttpResponse<String> answer = responseOfTomcatWithoutFilters("/a%2Fb", "Accept-Language", "ko");

        assertThat(answer.body()).contains("\"title\":\"잘못된 요청\"", "\"code\":\"malformed-request\"");
        assertThat(answer.headers().firstValue("Content-Language")).contains("ko");
        assertThat(answer.headers().allValues("Vary")).contains("Accept-Language");
    }

    private static HttpResponse<String> responseOfTomcatWithoutFilters(String path, String... headers)
            throws IOException, InterruptedException {
        TomcatServletWebServerFactory tomcat = new TomcatServletWebServerFactory(0);
        // Spring Boot adds this valve before.
        tomcat.addContextCustomizers(
                context -> context.getParent().getPipeline().addValve(new ErrorReportValve()));
        new ProblemAutoConfiguration.Container()
                .containerRefusals(Messages.load())
                .customize(tomcat);
        WebServer server = tomcat.getWebServer();
        server.start();
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + server.getPort() + path);
            HttpRequest.Builder request = HttpRequest.newBuilder(uri);
            for (int i = 0; i < headers.length; i += 2) {
                request.header(headers[i], headers[i + 1]);
            }
            return client.send(request.build(), BodyHandlers.ofString());
        } finally {
            server.stop();
        }
    }
}
