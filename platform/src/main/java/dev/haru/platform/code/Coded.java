package dev.haru.platform.code;

/** An enum whose constants have codes in the API. */
public interface Coded {

    /** Returns the code that the API uses. */
    String code();
}
