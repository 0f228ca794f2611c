package dev.haru.platform.test.bounds;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The largest, deepest and most expensive values that fit into a request, by name. Each char is one byte of the
 * request, so that a value need not be valid UTF-8.
 */
public final class HostileValues {

    private static final int BODY = 60_000;
    private static final int HEADER = 13_000;
    private static final int URL = 6_000;

    private static final String COMBINING_MARK = bytes("\u0301");

    /** One character that NFKC expands to 18 characters. */
    private static final String LIGATURE = bytes("\uFDFA");

    private static final Map<String, String> BODIES = bodies();
    private static final Map<String, String> HEADERS = headers();
    private static final Map<String, String> URLS = urls();

    private HostileValues() {}

    /** JSON values. */
    public static Map<String, String> ofBodies() {
        return BODIES;
    }

    /** Header values. */
    public static Map<String, String> ofHeaders() {
        return HEADERS;
    }

    /** Escaped values of a query parameter or a path variable. */
    public static Map<String, String> ofUrls() {
        return URLS;
    }

    private static Map<String, String> bodies() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("combining marks", quoted(COMBINING_MARK.repeat(BODY / 2)));
        values.put("ligatures", quoted(LIGATURE.repeat(BODY / 3)));
        values.put("long string", quoted("a".repeat(BODY)));
        values.put("digits", "1".repeat(BODY));
        values.put("digits as string", quoted("1".repeat(BODY)));
        values.put("huge exponent", "1e999999999");
        values.put("20,000 empty objects", list("{}", 20_000));
        values.put("4,500 empty objects", list("{}", 4_500));
        values.put("9,000 nulls", list("null", 9_000));
        values.put("9,000 strings", list("\"a\"", 9_000));
        values.put("deep lists", "[".repeat(BODY));
        values.put("deep objects", "{\"a\":".repeat(BODY / 5));
        values.put(
                "keys of equal hash",
                equalHashes(1_000).stream().map(key -> quoted(key) + ":1").collect(Collectors.joining(",", "{", "}")));
        values.put("NUL", "\"a\\u0000\"");
        values.put("lone surrogate", "\"\\ud800\"");
        values.put("overlong UTF-8", "\"\u00c1\u00a1\"");
        values.put("no UTF-8", "\"\u00ff\"");
        return Collections.unmodifiableMap(values);
    }

    private static Map<String, String> headers() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("combining marks", COMBINING_MARK.repeat(HEADER / 2));
        values.put("digits", "1".repeat(HEADER));
        values.put("no UTF-8", "\u00c0\u00af\u00ff");
        values.put("entity tags", "\"a\",".repeat(HEADER / 4));
        values.put("list", "a,".repeat(HEADER / 2));
        values.put("weighted list", "a/b;q=0.1,".repeat(HEADER / 10));
        values.put("pairs", "a=b;".repeat(HEADER / 4));
        return Collections.unmodifiableMap(values);
    }

    private static Map<String, String> urls() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("combining marks", "%CC%81".repeat(URL / 6));
        values.put("ligatures", "%EF%B7%BA".repeat(URL / 9));
        values.put("digits", "1".repeat(URL));
        values.put("list", "a,".repeat(URL / 2));
        values.put("overlong UTF-8", "X%C0%AF");
        values.put("no UTF-8", "%FF");
        values.put("NUL", "a%00");
        values.put("half an escape", "%4");
        return Collections.unmodifiableMap(values);
    }

    /** Different strings with the same {@link String#hashCode}. */
    static List<String> equalHashes(int count) {
        List<String> all = new ArrayList<>(List.of(""));
        while (all.size() < count) {
            List<String> longer = new ArrayList<>(all.size() * 2);
            for (String one : all) {
                longer.add(one + "Aa");
                longer.add(one + "BB");
            }
            all = longer;
        }
        return all.subList(0, count);
    }

    private static String list(String element, int count) {
        return "[" + (element + ",").repeat(count - 1) + element + "]";
    }

    private static String quoted(String text) {
        return '"' + text + '"';
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
