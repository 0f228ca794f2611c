package dev.haru.latency.source;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The texts of all spans of a store, each kept once. Thousands of spans share the same few texts, so files contain
 * their numbers. Texts beyond {@value #MAXIMUM_CHARACTERS} characters in total are written in full.
 */
final class TextTable {

    private static final int MAXIMUM_CHARACTERS = 2 << 20;

    /** An entry also costs memory beyond its characters. */
    private static final int OVERHEAD = 64;

    private static final int IN_FULL = -1;

    private final Map<String, Integer> numbers = new HashMap<>();
    private final List<String> texts = new ArrayList<>();
    private int characters;

    void write(DataOutputStream out, String text) throws IOException {
        Integer number = numbers.get(text);
        if (number == null && characters + text.length() <= MAXIMUM_CHARACTERS) {
            number = texts.size();
            numbers.put(text, number);
            texts.add(text);
            characters += text.length() + OVERHEAD;
        }
        if (number != null) {
            out.writeInt(number);
            return;
        }
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(IN_FULL);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    /** Reads a text. {@code known} keeps the texts that were written in full once, for as long as a file is read. */
    String read(DataInputStream in, Map<String, String> known) throws IOException {
        int number = in.readInt();
        if (number != IN_FULL) {
            return texts.get(number);
        }
        String text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        String same = known.putIfAbsent(text, text);
        return same == null ? text : same;
    }
}
