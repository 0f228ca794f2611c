package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The options of the images, with a small program in the directories of an image. */
@Timeout(600)
class ImageOptionsTests {

    private static final Path REPOSITORY = Path.of("..");
    private static final Path OPTIONS = REPOSITORY.resolve("platform/src/main/docker");

    @TempDir
    private Path app;

    private Path service;

    @BeforeEach
    void arrangeImage() throws IOException {
        service = Files.createDirectories(app.resolve("gateway"));
        SmallProgram.packageAs(service.resolve("service.jar"));
        Files.createDirectories(app.resolve("tracing"));
        Files.copy(AgentFixture.agent().jar(), TracingAgent.ofImages(app).jar());
        for (String file : List.of("jvm.options", "tracing.options")) {
            String options = Files.readString(OPTIONS.resolve(file));
            Files.writeString(app.resolve(file), options.replace("/app/", app + "/"));
        }
    }

    @Test
    void classPathOfTheAgentIsThatOfMakeRun() throws IOException {
        List<String> expected = TracingAgent.ofImages(Path.of("..")).classPath();

        assertThat(Files.readAllLines(OPTIONS.resolve("jvm.options"))).containsAll(expected);
    }

    @Test
    void recordedCacheIsUsedByTheEntryPoint() throws Exception {
        record();

        assertThat(start("")).contains("started").doesNotContain(SmallProgram.AGENT_STARTED);
    }

    @Test
    void recordedCacheIsUsedByATracedEntryPoint() throws Exception {
        record();

        assertThat(start("@" + app.resolve("tracing.options")))
                .contains("started", SmallProgram.AGENT_STARTED)
                .doesNotContain("ERROR");
    }

    @Test
    void eachStageWithTheOptionsHasTheAgent() throws IOException {
        String[] stages = Files.readString(REPOSITORY.resolve("Dockerfile")).split("(?m)^FROM ");

        assertThat(Arrays.stream(stages).filter(stage -> stage.contains("jvm.options")))
                .hasSize(2)
                .allMatch(stage -> stage.contains("COPY tracing/target/opentelemetry-javaagent.jar /app/tracing/\n"));
    }

    private void record() throws Exception {
        SmallProgram.run(service, "", TrainedService.command(app, service.resolve("classes.aot")));
    }

    private String start(String options) throws Exception {
        String entryPoint = Files.readAllLines(REPOSITORY.resolve("Dockerfile")).stream()
                .filter(line -> line.startsWith("ENTRYPOINT"))
                .collect(Collectors.joining());
        List<String> command = Arrays.stream(entryPoint.split("\""))
                .filter(word -> !word.matches("ENTRYPOINT \\[|, |]"))
                .map(word -> word.replace("/app/", app + "/"))
                .collect(Collectors.toCollection(ArrayList::new));
        command.set(0, JavaCommand.java());
        command.addAll(1, SmallProgram.CACHE_REQUIRED);
        String output = SmallProgram.run(service, options, command);
        SmallProgram.assertCacheUsed(output);
        return output;
    }
}
