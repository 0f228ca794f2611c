package dev.haru.systemtests.chart;

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

/** The architecture diagram of a Markdown file: a Mermaid flowchart, with stores as cylinders and a client. */
final class ArchitectureDiagram {

    private static final Pattern FLOWCHART =
            Pattern.compile("```mermaid\\s+flowchart[^\\n]*\\n(.*?)```", Pattern.DOTALL);
    private static final Pattern STORE = Pattern.compile("(\\w+)\\[\\((\\w+)\\)]");
    private static final Pattern PART = Pattern.compile("(\\w+)\\[([\\w-]+)(?:<br/>[^\\]]*)?]");
    private static final Pattern ARROW = Pattern.compile("(\\w+)(?:\\[[^\\]]*])? -\\.?->(?:\\|[^|]*\\|)? ?(\\w+)");

    private ArchitectureDiagram() {}

    /** The arrows between parts. Arrows from the client are left out. */
    static Set<Arrow> arrowsIn(Path markdown) throws IOException {
        Matcher flowchart = FLOWCHART.matcher(Files.readString(markdown));
        if (!flowchart.find()) {
            throw new IllegalArgumentException(markdown + " has no flowchart");
        }
        String diagram = flowchart.group(1);
        Map<String, String> names = new HashMap<>();
        STORE.matcher(diagram).results().forEach(store -> names.put(store.group(1), storeNamed(store.group(2))));
        PART.matcher(diagram).results().forEach(part -> names.put(part.group(1), part.group(2)));
        Set<Arrow> arrows = new HashSet<>();
        ARROW.matcher(diagram)
                .results()
                .filter(arrow -> !arrow.group(1).equals("client"))
                .forEach(arrow -> arrows.add(new Arrow(nameOf(arrow.group(1), names), nameOf(arrow.group(2), names))));
        return arrows;
    }

    /** The diagram has a cylinder for each schema, but all schemas are in one PostgreSQL. */
    private static String storeNamed(String label) {
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
