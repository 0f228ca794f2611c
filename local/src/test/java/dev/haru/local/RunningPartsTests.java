package dev.haru.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.haru.local.process.Part;
import dev.haru.local.process.PartFailed;
import java.nio.file.Path;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class RunningPartsTests {

    private final RunningParts parts = new RunningParts();

    @Test
    void endedPartIsFound() {
        parts.adopt(new StubPart("gateway"));
        StubPart redis = parts.adopt(new StubPart("Redis"));
        assertThat(parts.firstEnded()).isEmpty();

        redis.alive = false;

        assertThat(parts.firstEnded()).contains(redis);
    }

    @Test
    void releasedPartIsNeitherWatchedNorStopped() {
        StubPart redis = parts.adopt(new StubPart("Redis"));

        assertThat(parts.release("Redis")).isSameAs(redis);
        parts.stop();

        assertThat(redis.alive).isTrue();
        assertThatIllegalArgumentException().isThrownBy(() -> parts.release("Redis"));
    }

    @Test
    void partAdoptedWhileStoppingIsStoppedAtOnce() {
        StubPart early = parts.adopt(new StubPart("gateway"));
        parts.stop();
        StubPart late = new StubPart("Redis");

        assertThatExceptionOfType(CancellationException.class).isThrownBy(() -> parts.adopt(late));

        assertThat(early.alive).isFalse();
        assertThat(late.alive).isFalse();
    }

    private static final class StubPart implements Part {

        private final String name;
        private volatile boolean alive = true;

        StubPart(String name) {
            this.name = name;
        }

        @Override
        public String name() {
            return name;
        }

        @Override
        public ProcessHandle process() {
            throw new UnsupportedOperationException("a stub has none");
        }

        @Override
        public boolean isAlive() {
            return alive;
        }

        @Override
        public PartFailed failure() {
            return PartFailed.of(name, "died", Path.of("none.log"));
        }

        @Override
        public void stop() {
            alive = false;
        }
    }
}
