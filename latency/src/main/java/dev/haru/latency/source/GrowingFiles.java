package dev.haru.latency.source;

import dev.haru.latency.trace.TraceId;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads files that programs write at the same time. Of a file with lines it reads the lines that were appended. It
 * finds a rotated file again by its inode. A file of another format is read again after each change.
 *
 * <p>Longer than 120 lines because it keeps the progress in each file and the choice of the part to read together.
 */
public final class GrowingFiles implements TraceFeed {

    /**
     * What was read of a file.
     *
     * @param offset the end of its last complete line
     * @param end the end of what was read, which may be an incomplete line
     * @param size the size of the file then
     * @param changed the time of its last change then
     * @param problem why a part of it could not be read
     * @param dropped the spans of it that were dropped
     */
    private record Progress(
            long offset,
            long end,
            long size,
            FileTime changed,
            @Nullable String problem,
            DroppedSpans dropped) {}

    private final Path root;
    private final boolean skipCutOff;
    private final DroppedSpans ofRemovedFiles = new DroppedSpans();
    private Map<Object, Progress> progress = new HashMap<>();

    /** Throws {@link BadInput} if the path does not exist. The directory may be empty. */
    public GrowingFiles(Path root, boolean skipCutOff) {
        if (!Files.exists(root)) {
            throw new BadInput("There is no " + root + ".");
        }
        this.root = root;
        this.skipCutOff = skipCutOff;
    }

    @Override
    public void poll(SpanSink sink) {
        Map<Object, Progress> now = new HashMap<>();
        List<String> problems = new ArrayList<>();
        for (Path file : FileSource.files(root)) {
            try {
                BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
                Object key = Optional.ofNullable(attributes.fileKey()).orElse(file);
                Progress read = read(file, attributes, progress.get(key), sink);
                now.put(key, read);
                Optional.ofNullable(read.problem()).ifPresent(problems::add);
            } catch (NoSuchFileException e) {
                // The file was rotated since the listing. The next call finds it under its new name.
            } catch (IOException e) {
                problems.add(file + " cannot be read: " + e.getMessage());
            }
        }
        progress.forEach((key, last) -> {
            if (!now.containsKey(key)) {
                ofRemovedFiles.add(last.dropped());
            }
        });
        progress = now;
        if (!problems.isEmpty()) {
            throw new BadInput(problems.getFirst()
                    + (problems.size() == 1 ? "" : " Files with errors: %d.".formatted(problems.size())));
        }
    }

    @Override
    public DroppedSpans dropped() {
        return DroppedSpans.sum(Stream.concat(
                Stream.of(ofRemovedFiles), progress.values().stream().map(Progress::dropped)));
    }

    @Override
    public String link(TraceId id) {
        return id.toString();
    }

    @Override
    public String description() {
        return root.toString();
    }

    private Progress read(Path file, BasicFileAttributes attributes, @Nullable Progress last, SpanSink sink)
            throws IOException {
        long size = attributes.size();
        boolean isChanged =
                last == null || last.size() != size || !last.changed().equals(attributes.lastModifiedTime());
        if (last != null && !isChanged && last.end() == size) {
            return last;
        }
        boolean goesOn = last != null && hasLines(file) && size >= last.offset();
        long from = last != null && goesOn ? last.offset() : 0;
        DroppedSpans dropped = new DroppedSpans();
        if (last != null && goesOn) {
            dropped.add(last.dropped());
        }
        try (FileChannel channel = FileChannel.open(file)) {
            long offset = hasLines(file) ? LastLine.end(channel, from, size) : 0;
            // The last line of a file that no longer grows may have no line break.
            long end = hasLines(file) && isChanged ? offset : size;
            @Nullable String problem =
                    end > from ? pass(file, channel.position(from), end - from, dropped.countingFor(sink)) : null;
            return new Progress(
                    offset,
                    end,
                    size,
                    attributes.lastModifiedTime(),
                    problem == null && last != null && goesOn ? last.problem() : problem,
                    dropped);
        }
    }

    /** Passes the spans of a part of a file. Returns the problem if the part is not valid. */
    private @Nullable String pass(Path file, FileChannel from, long length, SpanSink sink) throws IOException {
        String name = from.position() == 0 ? file.toString() : file + " after byte " + from.position();
        try (InputStream in = FileSource.unpacked(file, new Part(Channels.newInputStream(from), length))) {
            TraceReader.read(in, name, skipCutOff || hasLines(file), sink);
            return null;
        } catch (BadInput e) {
            return e.getMessage();
        } catch (IOException e) {
            return file + " cannot be read: " + e.getMessage();
        }
    }

    private static boolean hasLines(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        return (name.contains(".jsonl") || name.contains(".ndjson")) && !FileSource.isGzip(file);
    }
}
