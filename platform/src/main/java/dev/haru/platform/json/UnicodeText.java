package dev.haru.platform.json;

/** Properties of texts by Unicode, where those of {@link String} differ. */
public final class UnicodeText {

    private UnicodeText() {}

    /**
     * Whether the text draws nothing: it has only white space (<a
     * href="https://www.unicode.org/reports/tr44/#White_Space">White_Space</a>) and characters that a reader may ignore
     * (<a href="https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point">Default_Ignorable_Code_Point</a>).
     * {@link String#isBlank} does not count no-break spaces.
     */
    public static boolean isBlank(String text) {
        return text.codePoints().allMatch(character -> isSpace(character) || isIgnorable(character));
    }

    /** Whether the text has more than this number of code points. */
    public static boolean isLongerThan(String text, int longest) {
        return text.length() > longest && text.codePointCount(0, text.length()) > longest;
    }

    /** Returns the first code points of the text, at most {@code longest}. */
    public static String truncated(String text, int longest) {
        return isLongerThan(text, longest) ? text.substring(0, text.offsetByCodePoints(0, longest)) : text;
    }

    private static boolean isSpace(int character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || character == 0x85;
    }

    private static boolean isIgnorable(int character) {
        return switch (character) {
            case 0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x3164, 0xFEFF, 0xFFA0 -> true;
            default ->
                isWithin(character, 0x180B, 0x180F)
                        || isWithin(character, 0x200B, 0x200F)
                        || isWithin(character, 0x202A, 0x202E)
                        || isWithin(character, 0x2060, 0x206F)
                        || isWithin(character, 0xFE00, 0xFE0F)
                        || isWithin(character, 0xFFF0, 0xFFF8)
                        || isWithin(character, 0x1BCA0, 0x1BCA3)
                        || isWithin(character, 0x1D173, 0x1D17A)
                        || isWithin(character, 0xE0000, 0xE0FFF);
        };
    }

    private static boolean isWithin(int character, int first, int last) {
        return character >= first && character <= last;
    }
}
