package dev.haru.platform.json;

import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;

/** A text or an array in a JSON body exceeds the limit of its field; the parser has stopped there. */
public final class TooLarge extends DatabindException {

    private final String rule;

    TooLarge(JsonParser parser, SizeLimit limit) {
        super(parser, limit.message());
        this.rule = limit.message();
    }

    /** The limit of the field, in words for the client. */
    public String rule() {
        return rule;
    }
}
