package dev.haru.schedule.calendar;

import dev.haru.platform.problem.InvalidRequest;
import java.util.regex.Pattern;

/**
 * By which a client says that a call is the same as an earlier one (<a
 * href="https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07">draft-07</a>). The draft's
 * quotes may be left out, as most clients do.
 */
public record IdempotencyKey(String value) {

    public static final String HEADER = "Idempotency-Key";

    /** Keys of one kind that a member may use within the time for which they are remembered; a few more if at once. */
    public static final int MAX_A_DAY = 1000;

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]{1,255}");

    /** Reads the header. */
    public static IdempotencyKey parse(String header) {
        String key = header.length() >= 2 && header.startsWith("\"") && header.endsWith("\"")
                ? header.substring(1, header.length() - 1)
                : header;
        if (!FORM.matcher(key).matches()) {
            throw InvalidRequest.field(HEADER, "must have 1 to 255 visible ASCII characters, such as a UUID");
        }
        return new IdempotencyKey(key);
    }
}
