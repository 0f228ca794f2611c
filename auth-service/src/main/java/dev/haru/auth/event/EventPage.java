package dev.haru.auth.event;

import dev.haru.auth.event.SecurityEvents.Event;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A page of events.
 *
 * @param nextBefore the parameter {@code before} of the next page; null if this page is not full
 */
public record EventPage(List<Event> items, @Nullable UUID nextBefore) {}
