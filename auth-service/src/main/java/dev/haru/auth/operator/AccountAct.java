package dev.haru.auth.operator;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The record of an act.
 *
 * @param kind the code of an {@link ActKind}
 * @param operatorId the operator's account; null for an act on the management port and for one of the service itself
 * @param actor the operator's nickname at the time of the act, or the person that a request to the management port
 *     names
 * @param value the new role or the new limit of schedules; null for other kinds
 */
record AccountAct(
        UUID id,
        String kind,
        @Nullable UUID operatorId,
        String actor,
        @Nullable String value,
        String reason,
        Instant at) {

    /** The actor of an act that follows from another change. */
    static final String SERVICE = "auth-service";
}
