package dev.haru.schedule.report;

import dev.haru.platform.redis.ChannelListener;
import io.micrometer.core.instrument.Counter;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.Message;

/** Applies the calendar changes that other processes publish. */
final class CalendarChangeListener implements ChannelListener {

    private static final Logger log = LoggerFactory.getLogger(CalendarChangeListener.class);

    private final String processId;
    private final CalendarVersions versions;
    private final Counter received;
    private volatile boolean messageReceived = true;

    CalendarChangeListener(String processId, CalendarVersions versions, Counter received) {
        this.processId = processId;
        this.versions = versions;
        this.received = received;
    }

    @Override
    public void onMessage(Message message, byte @Nullable [] pattern) {
        messageReceived = true;
        ChangeMessage content = ChangeMessage.parse(message.getBody());
        if (!content.sender().equals(processId)) {
            content.parts().forEach(this::apply);
        }
    }

    @Override
    public void onSubscribed() {
        messageReceived = true;
        versions.invalidateAll();
        log.info("subscribed to {}; report cache invalidated", CalendarChanges.CHANNEL);
    }

    /** Returns whether a message was received since the last call. Messages of this process count, too. */
    boolean takeMessageReceived() {
        boolean taken = messageReceived;
        messageReceived = false;
        return taken;
    }

    private void apply(String part) {
        switch (part) {
            case ChangeMessage.HEARTBEAT -> {}
            case ChangeMessage.ALL_CHANGED -> versions.invalidateAll();
            default -> {
                received.increment();
                try {
                    versions.invalidate(UUID.fromString(part));
                } catch (IllegalArgumentException newerFormat) {
                    versions.invalidateAll();
                }
            }
        }
    }
}
