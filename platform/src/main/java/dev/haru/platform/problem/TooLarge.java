package dev.haru.platform.problem;

import dev.haru.platform.language.Message;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DatabindException;

/** A text or an array in a JSON body exceeds the limit of its field; the parser has stopped there. */
public final class TooLarge extends DatabindException {

    private final transient Message rule;

    /**
     * Creates the exception at the position of the parser.
     *
     * @param rule the limit of the field, as a text for the client
     */
    public TooLarge(JsonParser parser, Message rule) {
        super(parser, rule.toString());
        this.rule = rule;
    }

    /** The limit of the field, as a text for the client. */
    public Message rule() {
        return rule;
    }
}
