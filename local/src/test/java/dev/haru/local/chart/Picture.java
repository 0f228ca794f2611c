package dev.haru.local.chart;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The picture of the house in a Markdown file: a flowchart of Mermaid, with stores as cylinders and a client. */
final class Picture {

    private static final Pattern FLOWCHART =
            Pattern.compile("```mermaid\\s+flowchart[^\\n]*\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern STORE = Pattern.compile("(\\w+)\\[\\((\\w+)\\)]");
    private static final Pattern PART = Pattern.compile("(\\w+)\\[([\\w-]+)(?:<br/>[^\\]]*)?]");
    private static final Pattern ARROW = Pattern.compile("(\\w+)(?:\\[[^\\]]*])? -\\.?->(?:\\|[^|]*\\|)? ?(\\w+)");

    private Picture() {}

    /** The arrows between parts; those of the client are left out. */
    static Set<Arrow> arrowsIn(Path markdown) throws IOException {
        Matcher flowchart = FLOWCHART.matcher(Files.readString(markdown));
        if (!flowchart.find()) {
            throw new IllegalArgumentException(markdown + " has no flowchart");
        }
        String drawing = flowchart.group(1);
        Map<String, String> names = new HashMap<>();
        STORE.matcher(drawing).results().forEach(store -> names.put(store.group(1), storeCalled(store.group(2))));
        PART.matcher(drawing).results().forEach(part -> names.put(part.group(1), part.group(2)));
        Set<Arrow> arrows = new HashSet<>();
        ARROW.matcher(drawing)
                .results()
                .filter(arrow -> !arrow.group(1).equals("client"))
                .forEach(arrow -> arrows.add(new Arrow(nameOf(arrow.group(1), names), nameOf(arrow.group(2), names))));
        return arrows;
    }

    /** Each schema has a cylinder of its own, all of them are in one PostgreSQL. */
    private static String storeCalled(String label) {
        return label.equals("Redis") ? label.toLowerCase(Locale.ROOT) : "postgresql";
    }

    private static String nameOf(String id, Map<String, String> names) {
        String name = names.get(id);
        if (name == null) {
            throw new IllegalArgumentException("nothing says what " + id + " is");
        }
        return name;
    }
}
