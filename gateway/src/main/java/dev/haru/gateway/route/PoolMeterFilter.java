package dev.haru.gateway.route;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.springframework.stereotype.Component;

/**
 * Gives the gauges of a connection pool the event loop of the pool. Reactor Netty distinguishes pools by their name and
 * by a number, which is equal for pools of equal address. So the pools of two event loops need different names, or the
 * gauges of the second one are lost.
 */
@Component
final class PoolMeterFilter implements MeterFilter {

    static final String EVENT_LOOP = "event_loop";

    private static final String PREFIX = "reactor.netty.connection.provider.";
    private static final Pattern NAME = Pattern.compile("(\\D+)-(\\d+)");

    /** Returns the name for the pool of an event loop. The filter splits it into two tags. */
    static String nameOf(String pool, int eventLoop) {
        return pool + "-" + eventLoop;
    }

    @Override
    public Meter.Id map(Meter.Id id) {
        String pool = id.getTag("name");
        if (pool == null || !id.getName().startsWith(PREFIX)) {
            return id;
        }
        Matcher name = NAME.matcher(pool);
        // Prometheus refuses a metric whose series have different labels.
        Tags own = name.matches()
                ? Tags.of(Tag.of("name", name.group(1)), Tag.of(EVENT_LOOP, name.group(2)))
                : Tags.of(EVENT_LOOP, "none");
        return id.replaceTags(Tags.of(id.getTags()).and(own));
    }
}
