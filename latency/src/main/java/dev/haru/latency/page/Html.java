package dev.haru.latency.page;

import dev.haru.latency.component.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The parts that all pages have in common. */
final class Html {

    private Html() {}

    /** The page of this name with the styles of all pages. A page is one file, so that it needs no network. */
    static String template(String name) {
        return resource(name).replace("{{styles}}", resource("page.css"));
    }

    static String tile(String name, String figure) {
        return "<div class=tile><b>%s</b><span>%s</span></div>".formatted(figure, name);
    }

    /** A link if the text is an address. */
    static String link(String address) {
        String text = escaped(address);
        return text.startsWith("http") ? "<a href=\"%s\">%s</a>".formatted(text, text) : text;
    }

    static double share(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    static String width(double share) {
        return String.format(Locale.ROOT, "%.3f%%", Math.clamp(share, 0, 1) * 100);
    }

    static String style(Kind kind) {
        return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                // Otherwise a statement could contain the name of a placeholder.
                .replace("{", "&#123;");
    }

    private static String resource(String name) {
        try (InputStream in = Html.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException(name + " is not in the jar");
            }
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
