package dev.haru.platform.redis;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;

/**
 * The counter of a channel's messages, by outcome.
 *
 * @param published published by this process
 * @param received received from other processes
 * @param lost not published, because Redis did not accept them
 */
public record ChannelCounters(Counter published, Counter received, Counter lost) {

    /**
     * Registers the counter.
     *
     * @param content what the messages carry, for the description
     */
    public static ChannelCounters of(String name, String content, MeterRegistry meters) {
        Meter.MeterProvider<Counter> counters = Counter.builder(name)
                .description(content + " that this process published, received, or failed to publish")
                .withRegistry(meters);
        return new ChannelCounters(
                counters.withTag("outcome", "published"),
                counters.withTag("outcome", "received"),
                counters.withTag("outcome", "lost"));
    }
}
