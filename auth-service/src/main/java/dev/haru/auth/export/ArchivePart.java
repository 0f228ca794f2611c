package dev.haru.auth.export;

import dev.haru.auth.delivery.DataPage;
import java.util.Iterator;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * The text of a part, and the position of the following part. The texts of all parts, one after another, are the
 * archive.
 *
 * @param section the section of the following part; null if the archive is complete
 * @param after the last item of that section; null if it has none yet
 */
record ArchivePart(
        String json,
        @Nullable ExportSection section,
        @Nullable UUID after) {

    static final int VERSION = 1;

    /** Returns the part with this page of its section. */
    static ArchivePart of(PendingExport export, DataPage page) {
        StringBuilder json = new StringBuilder();
        if (export.parts() == 0) {
            json.append("{\"version\":")
                    .append(VERSION)
                    .append(",\"exportId\":\"")
                    .append(export.id())
                    .append("\",\"requestedAt\":\"")
                    .append(export.requestedAt())
                    .append('"');
        }
        ExportSection section = export.section();
        boolean first = export.after() == null;
        if (first) {
            json.append(",\"").append(section.property()).append("\":");
        }
        if (section.isSingle()) {
            json.append(page.items().getFirst());
        } else {
            json.append(first ? "[" : "");
            append(json, page, first);
            json.append(page.next() == null ? "]" : "");
        }
        if (page.next() != null && !section.isSingle()) {
            return new ArchivePart(json.toString(), section, page.next());
        }
        Optional<ExportSection> next = section.next();
        json.append(next.isEmpty() ? "}" : "");
        return new ArchivePart(json.toString(), next.orElse(null), null);
    }

    private static void append(StringBuilder json, DataPage page, boolean first) {
        Iterator<JsonNode> items = page.items().iterator();
        if (items.hasNext() && !first) {
            json.append(',');
        }
        while (items.hasNext()) {
            json.append(items.next()).append(items.hasNext() ? "," : "");
        }
    }

    /** Without the text, which is personal data. */
    @Override
    public String toString() {
        return "ArchivePart[section=" + section + "]";
    }
}
