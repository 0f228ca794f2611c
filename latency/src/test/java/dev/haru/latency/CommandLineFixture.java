package dev.haru.latency;

import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.function.LongFunction;
import java.util.stream.LongStream;
import picocli.CommandLine;

/** Runs the tool from its command line. The clock is one hour after the traces of {@link TraceFixture} began. */
final class CommandLineFixture {

    private static final Instant NOW =
            Instant.EPOCH.plusNanos(TraceFixture.BEGIN).plusSeconds(3600);

    private CommandLineFixture() {}

    record Result(int code, String out, String err) {}

    static Result latency(String... arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        CommandLine command = Main.commandLine(Clock.fixed(NOW, ZoneOffset.UTC));
        int code = command.setOut(new PrintWriter(out))
                .setErr(new PrintWriter(err))
                .execute(arguments);
        return new Result(code, out.toString(), err.toString());
    }

    /** Writes {@code count} traces, numbered from 0, to a new directory below {@code parent}. */
    static String files(Path parent, String name, int count, LongFunction<Trace> trace) {
        try {
            Path directory = Files.createDirectory(parent.resolve(name));
            OtlpFiles.write(
                    directory, LongStream.range(0, count).mapToObj(trace).toList());
            return directory.toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
