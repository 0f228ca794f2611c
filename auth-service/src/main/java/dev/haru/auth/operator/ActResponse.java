package dev.haru.auth.operator;

import dev.haru.platform.code.OpenEnum;
import io.swagger.v3.oas.annotations.media.Schema;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The record of an act on an account. */
record ActResponse(
        UUID actId,

        @OpenEnum(ActKind.class) @Schema(example = "disable")
        String act,

        @Schema(
                description =
                        "The operator's account; null for an act on the management port and for one of the service itself")
        @Nullable UUID operatorId,

        @Schema(
                description =
                        "The operator's nickname at the time of the act, or the person that a request to the management port names")
        String operator,

        @Schema(description = "The new role or the new limit of schedules; null for other acts") @Nullable String value,

        String reason,
        Instant at) {

    static ActResponse of(AccountAct act) {
        return new ActResponse(
                act.id(), act.kind(), act.operatorId(), act.actor(), act.value(), act.reason(), act.at());
    }
}
