package dev.haru.platform.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The OpenAPI document in docs/api; {@code make openapi} writes it. */
public final class OpenApiFile {

    private OpenApiFile() {}

    /** Compares the generated document with the committed one, or writes it with {@code -Dopenapi.write=true}. */
    public static void verify(String service, String generated) throws IOException {
        Path kept = Path.of("..", "docs", "api", service + ".json");
        if (Boolean.getBoolean("openapi.write")) {
            Files.createDirectories(kept.getParent());
            Files.writeString(kept, generated + "\n");
        }
        assertThat(kept).as("docs/api is committed").exists();
        assertThat(generated + "\n")
                .as("docs/api/%s.json is stale: run 'make openapi' and commit it", service)
                .isEqualTo(Files.readString(kept));
    }
}
