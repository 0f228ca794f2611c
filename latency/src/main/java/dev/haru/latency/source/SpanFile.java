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
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/** A temporary file of spans in a compact binary format. It is written once and can be read repeatedly. */
final class SpanFile {

    private static final SpanKind[] KINDS = SpanKind.values();
    private static final int BUFFER = 8 << 10;

    private final Path path;
    private final TextTable texts;
    private final DataOutputStream out;
    private int count;

    SpanFile(Path path, TextTable texts) throws IOException {
        this.path = path;
        this.texts = texts;
        this.out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(path), BUFFER));
    }

    @SuppressWarnings("EnumOrdinal") // the process that writes the file also reads it
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
            out.writeByte(span.kind().ordinal());
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

    private Span read(DataInputStream in, Map<String, String> known) throws IOException {
        return new Span(
                new TraceId(in.readLong(), in.readLong()),
                in.readLong(),
                in.readLong(),
                texts.read(in, known),
                texts.read(in, known),
                texts.read(in, known),
                texts.read(in, known),
                KINDS[in.readByte()],
                in.readLong(),
                in.readLong(),
                in.readBoolean(),
                attributes(in, known));
    }

    private Map<String, String> attributes(DataInputStream in, Map<String, String> known) throws IOException {
        int size = in.readByte();
        Map<String, String> attributes = HashMap.newHashMap(size);
        for (int i = 0; i < size; i++) {
            attributes.put(texts.read(in, known), texts.read(in, known));
        }
        return attributes;
    }

    private void write(String text) throws IOException {
        texts.write(out, text);
    }
}
