package dev.haru.local.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The class cache of a small program, with the agent of the build. */
class ClassCacheTests {

    @TempDir
    private Path root;

    private ServiceImage image;
    private ClassCache cache;

    @BeforeEach
    void nameCache() {
        image = new ServiceImage(ServiceModule.GATEWAY, root, root.resolve("gateway.jar"), AgentFixture.agent());
        cache = new ClassCache(image);
    }

    @Test
    void recordedCacheIsUsedByTheNextStart() throws Exception {
        assertThat(cache.isDue()).isTrue();
        assertThat(cache.flags()).isEmpty();
        record();

        cache.keep();

        assertThat(cache.isDue()).isFalse();
        assertThat(cache.flags()).contains("-XX:AOTCache=" + root.resolve("classes.aot"));
        assertThat(runWithCache(List.of())).contains("started").doesNotContain(SmallProgram.AGENT_STARTED);
    }

    @Test
    void recordedCacheIsUsedByATracedStart() throws Exception {
        record();
        cache.keep();

        String output = runWithCache(AgentFixture.agent().attach(image.jar()));

        assertThat(output).contains("started", SmallProgram.AGENT_STARTED).doesNotContain("ERROR");
    }

    @Test
    void unfinishedRecordingIsDiscarded() throws Exception {
        Files.writeString(root.resolve("classes.recording"), "a part of a cache");
        Files.writeString(root.resolve("classes.recording.config"), "");

        cache.discardRecording();

        assertThat(cache.isDue()).isTrue();
        assertThat(root).isEmptyDirectory();
    }

    @Test
    void cacheIsDueUntilItsRecordingIsKept() throws Exception {
        record();

        assertThat(cache.isDue()).isTrue();
        assertThat(cache.flags()).isEmpty();
    }

    private void record() throws Exception {
        SmallProgram.packageAs(image.jar());
        SmallProgram.run(root, "", JavaCommand.of(image, cache.recordingFlags()));
    }

    private String runWithCache(List<String> moreFlags) throws Exception {
        List<String> flags = new ArrayList<>(cache.flags());
        flags.addAll(SmallProgram.CACHE_REQUIRED);
        flags.addAll(moreFlags);
        String output = SmallProgram.run(root, "", JavaCommand.of(image, flags));
        SmallProgram.assertCacheUsed(output);
        return output;
    }
}
