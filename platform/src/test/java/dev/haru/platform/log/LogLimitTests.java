package dev.haru.platform.log;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LogLimitTests {

    private final AtomicLong now = new AtomicLong();
    private final LogLimit limit = new LogLimit(now::get);
    private final LoggerContext context = new LoggerContext();
    private final ListAppender<ILoggingEvent> written = new ListAppender<>();
    private final Logger log = context.getLogger("dev.haru.Refusals");
    private final Logger library = context.getLogger("org.example.Parser");

    @BeforeEach
    void installLimit() {
        context.addTurboFilter(limit);
        written.setContext(context);
        written.start();
        context.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(written);
    }

    @Test
    void firstLineIsWrittenAtOnceAndTheRestCounted() {
        for (int i = 1; i <= 3000; i++) {
            log.warn("refused {}", i);
        }
        assertThat(lines()).containsExactly("refused 1");

        secondPasses();

        assertThat(lines()).containsExactly("refused 1", "refused 3000 (the last of 2999 such lines)");
    }

    @Test
    void eachAuditLineIsWritten() {
        for (int i = 1; i <= 3; i++) {
            log.info(AuditLine.MARKER, "operator reads account {}", i);
        }

        assertThat(lines())
                .containsExactly("operator reads account 1", "operator reads account 2", "operator reads account 3");
    }

    @Test
    void stormWritesOneLineEachSecond() {
        for (int second = 0; second < 60; second++) {
            for (int i = 0; i < 100; i++) {
                log.warn("refused {}", i);
            }
            secondPasses();
        }

        assertThat(lines()).hasSize(61);
    }

    @Test
    void lineAfterAQuietSecondIsWrittenAtOnce() {
        log.warn("refused {}", 1);
        secondPasses();

        log.warn("refused {}", 2);

        assertThat(lines()).containsExactly("refused 1", "refused 2");
    }

    @Test
    void nothingIsFlushedWithinTheSecond() {
        log.warn("refused {}", 1);
        log.warn("refused {}", 2);

        now.addAndGet(Duration.ofMillis(999).toNanos());
        limit.flush();

        assertThat(lines()).containsExactly("refused 1");
    }

    @Test
    void causesDifferByTemplateLevelAndException() {
        log.warn("refused {}", 1);
        log.warn("blocked {}", 1);
        log.error("refused {}", 1);
        log.error("unexpected failure", new IllegalStateException());
        log.error("unexpected failure", new IllegalArgumentException());

        assertThat(lines()).hasSize(5);
    }

    @Test
    void composedTextOfALibraryIsOneCause() {
        for (int i = 0; i < 1000; i++) {
            library.warn("Resolved [what the client sent: " + i + "]");
        }

        assertThat(lines()).hasSize(1);
    }

    @Test
    void numberOfCausesIsBounded() {
        for (int i = 0; i < 10_000; i++) {
            log.warn("template " + i + " {}", i);
        }
        secondPasses();

        assertThat(lines()).hasSizeLessThanOrEqualTo(LogLimit.MAX_CAUSES + 2);
    }

    @Test
    void informationIsLimited() {
        for (int i = 1; i <= 1000; i++) {
            log.info("erasure of account {} started", i);
        }
        log.info("erasure of account {} completed", 1);
        assertThat(lines()).containsExactly("erasure of account 1 started", "erasure of account 1 completed");

        secondPasses();

        assertThat(lines()).contains("erasure of account 1000 started (the last of 999 such lines)");
    }

    @Test
    void informationOfALibraryIsNotLimited() {
        library.info("Starting {}", "a");
        library.info("Starting {}", "b");

        assertThat(lines()).hasSize(2);
    }

    @Test
    void debugLinesAreNotLimited() {
        log.debug("refused {}", 1);
        log.debug("refused {}", 2);

        assertThat(lines()).hasSize(2);
    }

    @Test
    void disabledLoggerStaysDisabled() {
        library.setLevel(Level.OFF);
        library.warn("refused {}", 1);
        library.warn("refused {}", 2);
        secondPasses();

        assertThat(lines()).isEmpty();
    }

    private void secondPasses() {
        now.addAndGet(Duration.ofSeconds(1).toNanos());
        limit.flush();
    }

    private List<String> lines() {
        return written.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
