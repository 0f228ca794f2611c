package dev.haru.platform.start;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.context.ApplicationListener;

/**
 * Writes in one line why the application did not start to the file that {@code TERMINATION_LOG} names. Kubernetes keeps
 * the first 4096 bytes of that file. Without the file it would keep the end of the log, which is the least useful part
 * of a stack trace.
 */
final class TerminationMessageWriter implements ApplicationListener<ApplicationFailedEvent> {

    private static final Logger log = LoggerFactory.getLogger(TerminationMessageWriter.class);

    private final @Nullable String file;

    TerminationMessageWriter() {
        this(System.getenv("TERMINATION_LOG"));
    }

    TerminationMessageWriter(@Nullable String file) {
        this.file = file;
    }

    @Override
    public void onApplicationEvent(ApplicationFailedEvent event) {
        if (file == null) {
            return;
        }
        try {
            Files.writeString(Path.of(file), "did not start: " + reason(event.getException()) + "\n");
        } catch (IOException e) {
            log.warn("cannot write {}: {}", file, e.toString());
        }
    }

    /**
     * The messages of the two innermost causes. The last is often only "Connection refused"; the one before names the
     * address.
     */
    private static String reason(Throwable failure) {
        List<String> messages = new ArrayList<>();
        for (Throwable cause = failure; cause != null && !messages.contains(line(cause)); cause = cause.getCause()) {
            messages.add(line(cause));
        }
        return String.join("; ", messages.subList(Math.max(0, messages.size() - 2), messages.size()));
    }

    private static String line(Throwable cause) {
        String message = cause.getMessage();
        return message == null
                ? cause.getClass().getSimpleName()
                : message.strip().lines().map(String::strip).findFirst().orElse("");
    }
}
