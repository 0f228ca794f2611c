package dev.haru.platform.test.bounds;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Common request headers that no call requires, with unusual values. Such a header must not prevent a call. */
public final class UnusedHeaders {

    /** The names. {@code Accept} is not among them: a client may exclude JSON by it. */
    public static final List<String> NAMES = List.of(
            "Accept-Charset",
            "Accept-Encoding",
            "Accept-Language",
            "Cache-Control",
            "Cookie",
            "DNT",
            "From",
            "If-Modified-Since",
            "If-Range",
            "Pragma",
            "Priority",
            "Range",
            "Referer",
            "Sec-CH-UA",
            "Sec-Fetch-Site",
            "Upgrade-Insecure-Requests",
            "User-Agent",
            "Via",
            "X-Requested-With",
            "X-Unknown",
            "baggage",
            "traceparent",
            "tracestate");

    private static final int LONG = 3_000;

    private UnusedHeaders() {}

    /** Returns the lines of the header for each unusual value, by the name of the value. Each char is one byte. */
    public static Map<String, String> linesOf(String name) {
        Map<String, String> lines = new LinkedHashMap<>();
        lines.put("empty", name + ":\r\n");
        lines.put("doubled", name + ": a\r\n" + name + ": b\r\n");
        lines.put("long", name + ": " + "a".repeat(LONG) + "\r\n");
        lines.put("long list", name + ": " + "a,".repeat(LONG / 2) + "\r\n");
        lines.put("60 elements", name + ": " + "a/b,".repeat(60) + "\r\n");
        lines.put("UTF-8", name + ": " + bytes("\uD558\uB8E8/1.0 (iPhone X\u0280)") + "\r\n");
        lines.put("Latin-1", name + ": Caf\u00e9 \u0085\r\n");
        return lines;
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }
}
