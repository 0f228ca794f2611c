package dev.haru.schedule.calendar;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import java.util.regex.Pattern;

/**
 * A key by which a client marks a request as a repetition of an earlier one (<a
 * href="https://datatracker.ietf.org/doc/html/draft-ietf-httpapi-idempotency-key-header-07">draft-07</a>). The draft
 * requires quotes; here they are optional, because most clients omit them.
 */
public record IdempotencyKey(String value) {

    public static final String HEADER = "Idempotency-Key";

    /**
     * The maximum number of unexpired keys of one kind for a member. Concurrent requests may exceed it by a few keys.
     */
    public static final int MAX_A_DAY = 1000;

    private static final Pattern FORM = Pattern.compile("[\\x21-\\x7e]{1,255}");

    /** Parses the header; a malformed value is a 400 problem. */
    public static IdempotencyKey parse(String header) {
        String key = header.length() >= 2 && header.startsWith("\"") && header.endsWith("\"")
                ? header.substring(1, header.length() - 1)
                : header;
        if (!FORM.matcher(key).matches()) {
            throw InvalidRequest.field(HEADER, Message.of("field.idempotency-key"));
        }
        return new IdempotencyKey(key);
    }
}
