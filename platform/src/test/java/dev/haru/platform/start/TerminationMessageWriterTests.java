package dev.haru.platform.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.io.support.SpringFactoriesLoader;

class TerminationMessageWriterTests {

    @TempDir
    Path folder;

    @Test
    void failedStartupWritesTheInnermostCauses() throws IOException {
        Path file = folder.resolve("termination-log");

        new TerminationMessageWriter(file.toString())
                .onApplicationEvent(failed(new IllegalStateException(
                        "Error creating bean",
                        new IOException(
                                "Connection to postgresql:5432 refused.\nCheck that it runs.",
                                new ConnectException("Connection refused")))));

        assertThat(file).hasContent("did not start: Connection to postgresql:5432 refused.; Connection refused");
    }

    @Test
    void causeWithoutAMessageIsWrittenByName() throws IOException {
        Path file = folder.resolve("termination-log");

        new TerminationMessageWriter(file.toString()).onApplicationEvent(failed(new IllegalStateException()));

        assertThat(file).hasContent("did not start: IllegalStateException");
    }

    @Test
    void missingOrUnwritableFileIsIgnored() {
        new TerminationMessageWriter(null).onApplicationEvent(failed(new IllegalStateException()));
        new TerminationMessageWriter(folder.resolve("none/there").toString())
                .onApplicationEvent(failed(new IllegalStateException()));

        assertThat(Files.exists(folder.resolve("none"))).isFalse();
    }

    @Test
    void writerIsRegisteredInEveryApplication() {
        assertThat(SpringFactoriesLoader.forDefaultResourceLocation().load(ApplicationListener.class))
                .hasAtLeastOneElementOfType(TerminationMessageWriter.class);
    }

    private static ApplicationFailedEvent failed(Throwable cause) {
        return new ApplicationFailedEvent(
                new SpringApplication(TerminationMessageWriterTests.class), new String[0], null, cause);
    }
}
