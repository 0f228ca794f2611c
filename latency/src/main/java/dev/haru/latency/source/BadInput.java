package dev.haru.latency.source;

/** The input is not usable. The tool prints the message as one line and exits with code 2. */
public final class BadInput extends RuntimeException {

    public BadInput(String message) {
        super(message);
    }

    public BadInput(String message, Throwable cause) {
        super(message, cause);
    }
}
