package dev.haru.latency;

import dev.haru.latency.source.OtlpFiles;
import dev.haru.latency.trace.HaruTraces;
import dev.haru.latency.trace.Trace;
import dev.haru.latency.trace.TraceFixture;
import dev.haru.latency.trace.TraceFixture.Ref;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;

/**
 * Writes files of varied traces, one each second, for measurements of {@code latency serve}: two routes, 10 to 16
 * spans, and a slower statement in the last third. The arguments are a directory and a number of traces.
 */
public final class GenerateTraces {

    private static final String LIST = "GET /v1/schedules";
    private static final int SELECTS = 5;

    private GenerateTraces() {}

    public static void main(String[] arguments) throws IOException {
        write(Path.of(arguments[0]), Integer.parseInt(arguments[1]));
    }

    static void write(Path directory, int count) throws IOException {
        Files.createDirectories(directory);
        SplittableRandom random = new SplittableRandom(1);
        try (OtlpFiles files = new OtlpFiles(directory, ".jsonl")) {
            for (int number = 0; number < count; number++) {
                files.add(trace(number, number > count * 2L / 3, random));
            }
        }
    }

    private static Trace trace(int number, boolean isSlow, SplittableRandom random) {
        double hop = random.nextExponential() * 2;
        return random.nextInt(4) > 0
                ? list(number, isSlow ? 4 : 0, hop, random)
                : HaruTraces.create(number, hop, random.nextExponential());
    }

    private static Trace list(int number, double slower, double hop, SplittableRandom random) {
        double query = 2 + slower + random.nextExponential() * 3;
        TraceFixture trace = TraceFixture.trace(number);
        double end = 12 + hop + query + SELECTS;
        Ref gateway = trace.server("gateway", LIST, 0, end);
        gateway.redis("EVALSHA", 0.2, 0.8);
        Ref schedules = gateway.call(LIST, 1, end - 1).at("schedule-service", LIST, 2 + hop, end - 2);
        if (random.nextInt(10) == 0) {
            schedules
                    .own("cache load identity", 2.5 + hop, 4 + hop)
                    .call(HaruTraces.LOOK_UP, 2.6 + hop, 3.9 + hop)
                    .at("member-service", HaruTraces.LOOK_UP, 2.8 + hop, 3.8 + hop)
                    .sql("select from member where id = ?", 3 + hop, 3.5 + hop);
        }
        schedules.own("pool wait", 4 + hop, 4.2 + hop);
        schedules.sql("select s.* from schedule s where s.member_id = ? order by s.start_at", 5 + hop, 5 + hop + query);
        for (int i = 0; i < SELECTS; i++) {
            schedules.sql("select l.* from location l where l.id = ?", 6 + hop + query + i, 6.6 + hop + query + i);
        }
        return trace.build();
    }
}
