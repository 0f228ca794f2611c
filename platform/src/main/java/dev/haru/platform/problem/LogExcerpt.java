package dev.haru.platform.problem;

import org.jspecify.annotations.Nullable;

/** What a log line may repeat of a text that a client may have sent: little of it, and no control characters. */
public final class LogExcerpt {

    private static final int LONGEST = 200;
    private static final int DEEPEST = 4;

    private LogExcerpt() {}

    /** The first 200 characters, each that is not printable ASCII replaced by a question mark. */
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

    /** The failure with the excerpt of its message, and the same of its causes, at most four; stack traces are kept. */
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
