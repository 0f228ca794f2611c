package dev.haru.local.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SecretsTests {

    @TempDir
    private Path directory;

    @Test
    void storedSecretsAreReadAgain() {
        Path file = directory.resolve("secrets.properties");
        String drawn = Secrets.in(file).get("database.auth");

        assertThat(Secrets.in(file).has("database.auth")).isTrue();
        assertThat(Secrets.in(file).get("database.auth")).isEqualTo(drawn);
        assertThat(Secrets.in(file).has("database.member")).isFalse();
    }

    @Test
    void everyNameHasADifferentSecret() {
        Secrets secrets = Secrets.in(directory.resolve("secrets.properties"));

        assertThat(secrets.get("database.auth"))
                .hasSizeGreaterThanOrEqualTo(32)
                .isNotEqualTo(secrets.get("database.member"));
    }

    @Test
    void fileIsAccessibleToItsOwnerOnly() throws IOException {
        Path file = directory.resolve("secrets.properties");
        Secrets.in(file).get("database.auth");

        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-------");
    }
}
