package dev.haru.auth.outbox;

import java.util.Arrays;
import java.util.Set;
import java.util.stream.Collectors;

/** The upstream services, with the kinds of the messages that each receives. */
enum Receiver {
    MEMBER_SERVICE(OutboxMessage.REGISTERED, OutboxMessage.IDENTIFIERS_CHANGED, OutboxMessage.ERASED),
    SCHEDULE_SERVICE(OutboxMessage.STATE_CHANGED, OutboxMessage.FEED_ENDED, OutboxMessage.ERASED);

    @SuppressWarnings("ImmutableEnumChecker") // it comes from Set.of
    private final Set<String> kinds;

    Receiver(String... kinds) {
        this.kinds = Set.of(kinds);
    }

    boolean receives(OutboxMessage message) {
        return kinds.contains(message.kind());
    }

    /** Returns the kinds of messages that this service receives. */
    Set<String> kinds() {
        return kinds;
    }

    /** Returns the kinds of messages that need none of these services. */
    static Set<String> kindsWithout(Set<Receiver> services) {
        return Arrays.stream(values())
                .flatMap(service -> service.kinds.stream())
                .filter(kind -> services.stream().noneMatch(service -> service.kinds.contains(kind)))
                .collect(Collectors.toSet());
    }
}
