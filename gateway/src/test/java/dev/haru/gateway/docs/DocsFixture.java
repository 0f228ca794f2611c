package dev.haru.gateway.docs;

import static com.github.tomakehurst.wiremock.client.WireMock.get;
import static com.github.tomakehurst.wiremock.client.WireMock.okJson;

import com.github.tomakehurst.wiremock.WireMockServer;
import dev.haru.gateway.FakeServices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.springframework.core.io.ClassPathResource;

/** Fake services with OpenAPI documents. */
final class DocsFixture {

    private DocsFixture() {}

    /** Stubs the documents of two services with paths, and of one without. */
    static void describeServices() throws IOException {
        FakeServices.reset();
        describe(FakeServices.auth, json("auth-service"));
        describe(FakeServices.member, "{\"openapi\":\"3.1.0\",\"paths\":{}}");
        describe(FakeServices.schedule, json("schedule-service"));
    }

    static String json(String service) throws IOException {
        return new ClassPathResource("docs/" + service + ".json").getContentAsString(StandardCharsets.UTF_8);
    }

    private static void describe(WireMockServer service, String json) {
        service.stubFor(get("/v3/api-docs").willReturn(okJson(json)));
    }
}
