package dev.haru.schedule.icalendar;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The text of an iCalendar file with one content line a line (<a
 * href="https://www.rfc-editor.org/rfc/rfc5545#section-3.1">RFC 5545, section 3.1</a>). Unfolding works on bytes,
 * because a fold may lie within a character. It drops a byte order mark, and the control characters that no value may
 * contain.
 */
final class UnfoldedText {

    /** Stands for a line that was too long. The tokenizer skips empty lines, and reports this one as malformed. */
    private static final byte PLACEHOLDER = '-';

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final String text;
    private final int[] lines;
    private final BitSet leftOut;

    private UnfoldedText(String text, int[] lines, BitSet leftOut) {
        this.text = text;
        this.lines = lines;
        this.leftOut = leftOut;
    }

    /** Returns the text, whose lines end with LF. */
    String text() {
        return text;
    }

    /** Returns the number of the line in the file at which a line of the text begins; both count from 1. */
    int lineInFile(int lineOfText) {
        return lines[Math.clamp(lineOfText, 1, lines.length) - 1];
    }

    /** Whether a line of the text stands for a line that was too long. */
    boolean isLeftOut(int lineOfText) {
        return leftOut.get(lineOfText - 1);
    }

    /** Unfolds a file, and throws the 400 problem if it has too many lines or is not UTF-8. */
    static UnfoldedText of(byte[] file) {
        byte[] unfolded = new byte[file.length + 1];
        int[] lines = new int[Math.min(file.length + 1, CalendarBounds.LINES)];
        BitSet leftOut = new BitSet();
        int size = 0;
        int begin = 0;
        int count = 1;
        int line = 1;
        lines[0] = 1;
        int start = startsWithMark(file) ? BYTE_ORDER_MARK.length : 0;
        for (int i = start; i < file.length; i++) {
            byte octet = file[i];
            if (octet == '\r' || octet == '\n') {
                i += octet == '\r' && i + 1 < file.length && file[i + 1] == '\n' ? 1 : 0;
                line++;
                if (i + 1 < file.length && (file[i + 1] == ' ' || file[i + 1] == '\t')) {
                    i++;
                } else {
                    if (size - begin > CalendarBounds.LINE_OCTETS) {
                        size = begin;
                        unfolded[size++] = PLACEHOLDER;
                        leftOut.set(count - 1);
                    }
                    unfolded[size++] = '\n';
                    begin = size;
                    if (count == lines.length) {
                        throw InvalidCalendarFile.tooManyLines();
                    }
                    lines[count++] = line;
                }
            } else if (octet < 0 || octet >= ' ' && octet != 0x7F || octet == '\t') {
                unfolded[size++] = octet;
            }
        }
        return new UnfoldedText(decode(unfolded, size), Arrays.copyOf(lines, count), leftOut);
    }

    private static boolean startsWithMark(byte[] file) {
        return file.length >= BYTE_ORDER_MARK.length
                && Arrays.equals(file, 0, BYTE_ORDER_MARK.length, BYTE_ORDER_MARK, 0, BYTE_ORDER_MARK.length);
    }

    private static String decode(byte[] bytes, int size) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes, 0, size))
                    .toString();
        } catch (CharacterCodingException malformed) {
            throw InvalidCalendarFile.notUtf8();
        }
    }
}
