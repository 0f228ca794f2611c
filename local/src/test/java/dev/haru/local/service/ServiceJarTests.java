package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.haru.local.process.Refusal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ServiceJarTests {

    @TempDir
    private Path repository;

    @Test
    void missingJarIsRefusedWithARemedy() {
        assertThatExceptionOfType(Refusal.class)
                .isThrownBy(() -> ServiceJar.find(repository, ServiceModule.GATEWAY))
                .withMessageContainingAll("gateway is not built", "make build");
    }

    @Test
    void identityDependsOnContentNotOnFileTime() throws IOException {
        ServiceJar first = packaged("one.jar", "same");
        ServiceJar second = packaged("two.jar", "same");
        Files.setLastModifiedTime(second.file(), FileTime.fromMillis(0));

        assertThat(second.identity(AgentFixture.agent())).isEqualTo(first.identity(AgentFixture.agent()));
        assertThat(packaged("three.jar", "else").identity(AgentFixture.agent()))
                .isNotEqualTo(first.identity(AgentFixture.agent()));
    }

    @Test
    void identityDependsOnTheFileTimeOfTheAgent() throws IOException {
        ServiceJar jar = packaged("one.jar", "same");
        Path agent = Files.createFile(
                Files.createDirectories(repository.resolve("tracing")).resolve("opentelemetry-javaagent.jar"));
        String identity = jar.identity(TracingAgent.ofImages(repository));

        Files.setLastModifiedTime(agent, FileTime.fromMillis(0));

        assertThat(jar.identity(TracingAgent.ofImages(repository))).isNotEqualTo(identity);
    }

    private ServiceJar packaged(String name, String content) throws IOException {
        Path file = repository.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            zip.putNextEntry(new ZipEntry("application.yml"));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return new ServiceJar(ServiceModule.GATEWAY, file);
    }
}
