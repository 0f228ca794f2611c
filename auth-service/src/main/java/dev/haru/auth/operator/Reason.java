package dev.haru.auth.operator;

/** The rules of the reason that each act has. */
final class Reason {

    static final int MAX_LENGTH = 500;

    /** A text without control characters. */
    static final String ONE_LINE = "^[^\\x00-\\x1F\\x7F-\\x9F]*$";

    private Reason() {}
}
