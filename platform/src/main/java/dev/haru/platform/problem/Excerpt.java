package dev.haru.platform.problem;

/**
 * The beginning of a text that may come from a client: of bounded length, valid Unicode, without control characters.
 */
final class Excerpt {

    private static final char REPLACEMENT = '\uFFFD';
    private static final String ELLIPSIS = "…";

    private Excerpt() {}

    /** At most this many UTF-16 units of the text, with an ellipsis if the text is longer. */
    static String of(String text, int longest) {
        if (text.length() <= longest && isPlain(text)) {
            return text;
        }
        StringBuilder excerpt = new StringBuilder(Math.min(text.length(), longest) + ELLIPSIS.length());
        int end = Math.min(text.length(), longest);
        for (int i = 0; i < end; ) {
            int point = text.codePointAt(i);
            excerpt.appendCodePoint(isPrintable(point) ? point : REPLACEMENT);
            i += Character.charCount(point);
        }
        return text.length() > longest ? excerpt + ELLIPSIS : excerpt.toString();
    }

    private static boolean isPlain(String text) {
        return text.chars().allMatch(unit -> unit >= ' ' && unit < 0x7f);
    }

    /** Half of a surrogate pair arrives here as a code point of its own. */
    private static boolean isPrintable(int point) {
        return !Character.isISOControl(point)
                && !(point >= Character.MIN_SURROGATE && point <= Character.MAX_SURROGATE);
    }
}
