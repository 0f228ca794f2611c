package dev.haru.latency.source;

import org.jspecify.annotations.Nullable;

/** The input is not usable. The tool prints the message as one line and exits with code 2. */
public final class BadInput extends RuntimeException {

    public BadInput(String message) {
        super(message);
    }

    public BadInput(String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
