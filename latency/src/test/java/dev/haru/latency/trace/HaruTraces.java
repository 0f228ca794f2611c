package dev.haru.latency.trace;

import dev.haru.latency.trace.TraceFixture.Ref;
import java.util.function.Consumer;

/** {@code POST /v1/schedules} as Haru's services take it, 30 ms long, and what may be wrong with it. */
public final class HaruTraces {

    public static final String CREATE = "POST /v1/schedules";
    public static final String WHO = "GET /internal/members/by-access-token";
    public static final String INSERT = "insert into schedule (id) values (?)";

    private HaruTraces() {}

    /** Number {@code n} of many that are alike. */
    public static Trace create(long number) {
        return create(number, 0, 0);
    }

    /**
     * The same, with so many milliseconds more on the way from schedule- to member-service, and of waiting for a
     * connection.
     */
    public static Trace create(long number, double hop, double pool) {
        TraceFixture trace = TraceFixture.trace(number);
        double late = hop + pool;
        Ref gateway = trace.server("gateway", CREATE, 0, 30 + late);
        gateway.redis("EVALSHA", 1, 2);
        Ref schedules = gateway.call(CREATE, 3, 29 + late).at("schedule-service", CREATE, 4, 28 + late);
        Ref load = schedules.own("cache load identity", 5, 15 + hop);
        Ref members = load.call(WHO, 6, 14 + hop).at("member-service", WHO, 7 + hop, 13 + hop);
        members.sql("select from member where id = ?", 8 + hop, 12 + hop);
        schedules.own("pool wait", 16 + hop, 17 + late);
        schedules.sql(INSERT, 18 + late, 26 + late);
        return trace.build();
    }

    /** One of another shape. */
    public static Trace of(long number, Consumer<TraceFixture> content) {
        TraceFixture trace = TraceFixture.trace(number);
        content.accept(trace);
        return trace.build();
    }
}
