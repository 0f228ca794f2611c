package dev.haru.schedule.icalendar;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Writes content lines in UTF-8, folded after at most 75 octets and never within a character (<a
 * href="https://www.rfc-editor.org/rfc/rfc5545#section-3.1">RFC 5545, section 3.1</a>). Encodes quotes and line breaks
 * in parameters as <a href="https://www.rfc-editor.org/rfc/rfc6868">RFC 6868</a> specifies.
 *
 * <p>Longer than 120 lines because it writes lines, components and whole texts.
 */
final class CalendarWriter {

    /** The maximum length of a line in octets, without its line break. */
    private static final int MAX_OCTETS = 75;

    private static final byte[] LINE_BREAK = {'\r', '\n'};

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    byte[] toBytes() {
        return out.toByteArray();
    }

    /** Returns the number of octets that were written. */
    int size() {
        return out.size();
    }

    /** Writes all lines of another writer. */
    void write(CalendarWriter other) {
        try {
            other.out.writeTo(out);
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    void begin(String component) {
        writeLine("BEGIN:" + component);
    }

    void end(String component) {
        writeLine("END:" + component);
    }

    void write(ContentLine line) {
        writeLine(textOf(line));
    }

    /** Writes a component with all that is in it. */
    void write(CalendarComponent component) {
        linesOf(component).forEach(this::writeLine);
    }

    /** Writes one unfolded content line. */
    void writeLine(String line) {
        byte[] octets = line.getBytes(StandardCharsets.UTF_8);
        int start = 0;
        int room = MAX_OCTETS;
        while (octets.length - start > room) {
            int end = start + room;
            while (isContinuation(octets[end])) {
                end--;
            }
            out.write(octets, start, end - start);
            out.writeBytes(LINE_BREAK);
            out.write(' ');
            start = end;
            room = MAX_OCTETS - 1; // the space counts, too
        }
        out.write(octets, start, octets.length - start);
        out.writeBytes(LINE_BREAK);
    }

    /** Returns the unfolded lines of a component from BEGIN to END. */
    static List<String> linesOf(CalendarComponent component) {
        List<String> lines = new ArrayList<>();
        lines.add("BEGIN:" + component.name());
        component.properties().forEach(property -> lines.add(textOf(property)));
        component.components().forEach(inner -> lines.addAll(linesOf(inner)));
        lines.add("END:" + component.name());
        return lines;
    }

    /** Returns a content line without folds. */
    static String textOf(ContentLine line) {
        StringBuilder text = new StringBuilder(line.name());
        for (Map.Entry<String, List<String>> parameter : line.parameters().entrySet()) {
            text.append(';');
            if (!parameter.getKey().isEmpty()) {
                text.append(parameter.getKey()).append('=');
            }
            String separator = "";
            for (String value : parameter.getValue()) {
                text.append(separator);
                appendParameter(text, value);
                separator = ",";
            }
        }
        return text.append(':').append(line.value()).toString();
    }

    private static void appendParameter(StringBuilder text, String value) {
        String encoded = value.replace("^", "^^")
                .replace("\"", "^'")
                .replace("\r\n", "^n")
                .replace("\n", "^n")
                .replace("\r", "^n");
        boolean quoted = encoded.indexOf(',') >= 0 || encoded.indexOf(';') >= 0 || encoded.indexOf(':') >= 0;
        text.append(quoted ? "\"" + encoded + "\"" : encoded);
    }

    private static boolean isContinuation(byte octet) {
        return (octet & 0xC0) == 0x80;
    }
}
