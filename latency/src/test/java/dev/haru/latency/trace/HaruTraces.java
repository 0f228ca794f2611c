package dev.haru.latency.trace;

import dev.haru.latency.trace.TraceFixture.Ref;
import java.util.function.Consumer;

/** Traces of {@code POST /v1/schedules} as Haru's services record it, 30 ms long, with optional defects. */
public final class HaruTraces {

    public static final String CREATE = "POST /v1/schedules";
    public static final String LOOK_UP = "GET /internal/members/by-access-token";
    public static final String INSERT = "insert into schedule (id) values (?)";

    private HaruTraces() {}

    /** Trace {@code n} of many equal ones. */
    public static Trace create(long number) {
        return create(number, 0, 0);
    }

    /**
     * The same trace with {@code hop} more milliseconds from schedule- to member-service, and {@code pool} more
     * milliseconds of waiting for a connection.
     */
    public static Trace create(long number, double hop, double pool) {
        TraceFixture trace = TraceFixture.trace(number);
        double late = hop + pool;
        Ref gateway = trace.server("gateway", CREATE, 0, 30 + late);
        gateway.redis("EVALSHA", 1, 2);
        Ref schedules = gateway.call(CREATE, 3, 29 + late).at("schedule-service", CREATE, 4, 28 + late);
        Ref load = schedules.own("cache load identity", 5, 15 + hop);
        Ref members = load.call(LOOK_UP, 6, 14 + hop).at("member-service", LOOK_UP, 7 + hop, 13 + hop);
        members.sql("select from member where id = ?", 8 + hop, 12 + hop);
        schedules.own("pool wait", 16 + hop, 17 + late);
        schedules.sql(INSERT, 18 + late, 26 + late);
        return trace.build();
    }

    /** A trace of this many spans: one half is a chain of calls of a method, the other half are statements in turn. */
    public static Trace large(int spans) {
        return of(0, trace -> {
            Ref top = trace.server("gateway", CREATE, 0, spans);
            Ref parent = top;
            for (int depth = 1; depth < spans / 2; depth++) {
                parent = parent.own("method", 0, spans / 2.0);
            }
            for (int number = spans / 2; number < spans; number++) {
                top.sql(INSERT, number, number + 1);
            }
        });
    }

    /** A trace with other content. */
    public static Trace of(long number, Consumer<TraceFixture> content) {
        TraceFixture trace = TraceFixture.trace(number);
        content.accept(trace);
        return trace.build();
    }
}
