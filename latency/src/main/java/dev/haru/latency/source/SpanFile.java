package dev.haru.latency.source;

import dev.haru.latency.trace.Span;
import dev.haru.latency.trace.SpanKind;
import dev.haru.latency.trace.TraceId;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A temporary file of spans in a compact binary format. It is written once and can be read repeatedly. */
final class SpanFile {

    private static final int BUFFER = 8 << 10;

    private final Path path;
    private final DataOutputStream out;
    private int count;

    SpanFile(Path path) throws IOException {
        this.path = path;
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER));
    }

    void write(Span span) {
        try {
            out.writeLong(span.traceId().high());
            out.writeLong(span.traceId().low());
            out.writeLong(span.id());
            out.writeLong(span.parentId());
            write(span.service());
            write(span.host());
            write(span.scope());
            write(span.name());
            write(span.kind().name());
            out.writeLong(span.start());
            out.writeLong(span.end());
            out.writeBoolean(span.failed());
            out.writeByte(span.attributes().size());
            for (Map.Entry<String, String> attribute : span.attributes().entrySet()) {
                write(attribute.getKey());
                write(attribute.getValue());
            }
            count++;
        } catch (IOException e) {
            throw new BadInput("Cannot write to " + path + ", where spans wait for the rest of their trace: " + e, e);
        }
    }

    void finish() {
        try {
            out.close();
        } catch (IOException e) {
            throw new BadInput("Cannot write to " + path + ", where spans wait for the rest of their trace: " + e, e);
        }
    }

    void read(Consumer<Span> action) {
        // Thousands of spans share the same few texts, so each text is kept once.
        Map<String, String> known = new HashMap<>();
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(path), BUFFER))) {
            for (int i = 0; i < count; i++) {
                action.accept(read(in, known));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void delete() throws IOException {
        out.close();
        Files.deleteIfExists(path);
    }

    private static Span read(DataInputStream in, Map<String, String> known) throws IOException {
        return new Span(
                new TraceId(in.readLong(), in.readLong()),
                in.readLong(),
                in.readLong(),
                text(in, known),
                text(in, known),
                text(in, known),
                text(in, known),
                SpanKind.valueOf(text(in, known)),
                in.readLong(),
                in.readLong(),
                in.readBoolean(),
                attributes(in, known));
    }

    private static Map<String, String> attributes(DataInputStream in, Map<String, String> known) throws IOException {
        int size = in.readByte();
        Map<String, String> attributes = HashMap.newHashMap(size);
        for (int i = 0; i < size; i++) {
            attributes.put(text(in, known), text(in, known));
        }
        return attributes;
    }

    private void write(String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.writeInt(bytes.length);
        out.write(bytes);
    }

    private static String text(DataInputStream in, Map<String, String> known) throws IOException {
        String text = new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
        String same = known.putIfAbsent(text, text);
        return same == null ? text : same;
    }
}
