package dev.haru.platform.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;

/** A text or an array of a JSON body is larger than its field allows; reading has ended there. */
public final class TooLarge extends DatabindException {

    private final String rule;

    TooLarge(JsonParser parser, SizeLimit limit) {
        super(parser, limit.message());
        this.rule = limit.message();
    }

    /** What the field must be, for the client to read. */
    public String rule() {
        return rule;
    }
}
