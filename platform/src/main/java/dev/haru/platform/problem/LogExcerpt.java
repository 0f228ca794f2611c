package dev.haru.platform.problem;

import org.jspecify.annotations.Nullable;

/** A short form of a text that may come from a client, safe for a log line. */
public final class LogExcerpt {

    private static final int LONGEST = 200;
    private static final int DEEPEST = 4;

    private LogExcerpt() {}

    /** The first 200 characters; a question mark replaces each that is not printable ASCII. */
    public static String of(@Nullable String text) {
        if (text == null) {
            return "";
        }
        int length = Math.min(text.length(), LONGEST);
        StringBuilder excerpt = new StringBuilder(length + 3);
        for (int i = 0; i < length; i++) {
            char c = text.charAt(i);
            excerpt.append(c < ' ' || c > '~' ? '?' : c);
        }
        return text.length() > LONGEST ? excerpt.append("...").toString() : excerpt.toString();
    }

    /** The failure and at most four of its causes with shortened messages; the stack traces are kept. */
    public static Throwable of(Throwable failure) {
        return of(failure, DEEPEST);
    }

    private static Throwable of(Throwable failure, int depth) {
        Throwable cause = failure.getCause();
        Throwable excerpt = new Excerpt(
                failure.getClass().getName() + ": " + of(failure.getMessage()),
                cause == null || depth == 0 ? null : of(cause, depth - 1));
        excerpt.setStackTrace(failure.getStackTrace());
        return excerpt;
    }

    private static final class Excerpt extends Throwable {

        Excerpt(String message, @Nullable Throwable cause) {
            super(message, cause, false, true);
        }
    }
}
