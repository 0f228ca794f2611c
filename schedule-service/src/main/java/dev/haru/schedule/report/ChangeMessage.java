package dev.haru.schedule.report;

import java.nio.charset.StandardCharsets;
import java.util.Collection;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * A message on the channel of calendar changes: the id of the sender and at least one part, separated by spaces. A part
 * is the id of a member, {@link #HEARTBEAT} or {@link #ALL_CHANGED}.
 *
 * @param sender the id of the process that published the message
 */
record ChangeMessage(String sender, List<String> parts) {

    static final String HEARTBEAT = "beat";
    static final String ALL_CHANGED = "everything";

    /** Parses the content of a message, whatever process published it. */
    static ChangeMessage parse(byte[] content) {
        List<String> all = List.of(new String(content, StandardCharsets.UTF_8).split(" ", -1));
        return new ChangeMessage(all.getFirst(), all.subList(1, all.size()));
    }

    static String partsOf(Collection<UUID> members) {
        return members.stream().map(UUID::toString).collect(Collectors.joining(" "));
    }
}
