package dev.haru.schedule.calendar;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.haru.platform.language.Messages;
import dev.haru.platform.problem.Problems;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.media.Schema;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.ProblemDetail;

/** The result of each operation of a bulk request, in the order of the operations. */
record BulkResponse(List<Result> results) {

    static BulkResponse of(List<BulkOutcome> outcomes, Member member, String language, Messages messages) {
        return new BulkResponse(outcomes.stream()
                .map(outcome -> new Result(
                        outcome.status(),
                        outcome.written() == null ? null : ScheduleResponse.of(outcome.written(), member),
                        outcome.refusal() == null ? null : Problems.describe(outcome.refusal(), language, messages)))
                .toList());
    }

    @Schema(name = "BulkResult")
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Result(
            @Schema(description = "The status that a request with this operation alone would have", example = "201")
            int status,

            @Schema(description = "The schedule after the operation; absent after a deletion and a refusal") @Nullable ScheduleResponse schedule,

            @Schema(ref = "#/components/schemas/Problem", description = "Why the operation was refused") @Nullable ProblemDetail problem) {}
}
