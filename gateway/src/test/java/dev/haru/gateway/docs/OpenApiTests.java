package dev.haru.gateway.docs;

import dev.haru.platform.test.OpenApiFile;
import io.swagger.v3.core.util.Json31;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The document of the whole API, from which clients are generated; merged from the documents of the services. */
class OpenApiTests {

    @Test
    void committedOpenApiDocumentMatchesTheMergedOne() throws IOException {
        List<ServiceDocument> services = new ArrayList<>();
        for (String service : List.of("auth-service", "member-service", "schedule-service")) {
            Path file = Path.of("..", "docs", "api", service + ".json");
            services.add(ServiceDocument.read(service, Files.readAllBytes(file)));
        }
        OpenApiFile.verify(
                "haru", Json31.mapper().readTree(ApiDocument.of(services)).toPrettyString());
    }
}
