package dev.haru.platform.identity;

import dev.haru.platform.redis.ChannelListener;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.Message;

/**
 * Applies the revocations of other processes. The process may have missed revocations before a subscription, so each
 * new subscription makes all existing cache entries stale.
 */
final class RevocationListener implements ChannelListener {

    private static final Logger log = LoggerFactory.getLogger(RevocationListener.class);

    private final Tombstones tombstones;
    private final Counter received;

    RevocationListener(Tombstones tombstones, MeterRegistry meters) {
        this.tombstones = tombstones;
        this.received = Revocations.counters(meters).received();
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        received.increment();
        String text = new String(message.getBody(), StandardCharsets.UTF_8);
        Optional<Revocation> revocation = Revocation.parse(text);
        if (revocation.isPresent()) {
            tombstones.put(revocation.get());
        } else {
            // The message may come from a later version. Its effect is unknown, so all existing entries become stale.
            log.warn("revocation of an unknown kind; identity cache invalidated");
            tombstones.invalidateAll();
        }
    }

    @Override
    public void onSubscribed() {
        tombstones.invalidateAll();
        tombstones.listening(true);
        log.info("subscribed to {}; identity cache invalidated", Revocations.CHANNEL);
    }

    @Override
    public void onLost() {
        tombstones.listening(false);
    }

    @Override
    public void onUnavailable() {
        log.warn("Redis is unavailable: revocations by other processes apply after its return or after cache entries "
                + "expire");
    }
}
