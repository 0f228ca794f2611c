package dev.haru.platform.request;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a header whose value is a text for people, such as {@code User-Agent}. */
public final class HeaderText {

    private static final int REPLACEMENT = '\uFFFD';

    private HeaderText() {}

    /**
     * Returns the text of a header: the bytes as UTF-8 if they are valid UTF-8, else as Latin-1. Replaces control
     * characters by U+FFFD.
     *
     * @param value the value from the container, which decodes each byte as Latin-1; null without the header
     * @param longest maximum length of the text in code points; the rest is cut off
     */
    public static @Nullable String of(@Nullable String value, int longest) {
        if (value == null) {
            return null;
        }
        String text = decoded(value);
        StringBuilder read = new StringBuilder(Math.min(text.length(), longest));
        text.codePoints()
                .limit(longest)
                .map(character -> Character.isISOControl(character) ? REPLACEMENT : character)
                .forEach(read::appendCodePoint);
        return read.toString();
    }

    private static String decoded(String value) {
        if (value.chars().allMatch(c -> c < 0x80) || value.chars().anyMatch(c -> c > 0xFF)) {
            return value;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(value.getBytes(StandardCharsets.ISO_8859_1)))
                    .toString();
        } catch (CharacterCodingException latin1) {
            return value;
        }
    }
}
