package dev.haru.latency.source;

/** What was given cannot be used; the message is the one line that the user sees, exit code 2. */
public final class BadInput extends RuntimeException {

    public BadInput(String message) {
        super(message);
    }

    public BadInput(String message, Throwable cause) {
        super(message, cause);
    }
}
