package dev.haru.auth.personaltoken;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.InvalidRequest;
import dev.haru.platform.security.Scope;
import io.swagger.v3.oas.annotations.media.ArraySchema;
import io.swagger.v3.oas.annotations.media.Schema;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;
import jakarta.validation.constraints.Pattern;
import jakarta.validation.constraints.Size;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The request body to create a personal access token. */
record PersonalTokenForm(
        @NotBlank @Size(min = 1, max = 100) @Pattern(regexp = ONE_LINE, message = "{field.one-line}") @Schema(description = "What the token is for", example = "Backup script")
        String name,

        @ArraySchema(
                arraySchema = @Schema(description = "What the token permits. No scope includes another one."),
                schema =
                        @Schema(
                                allowableValues = {
                                    "profile:read",
                                    "profile:write",
                                    "reports:read",
                                    "schedules:read",
                                    "schedules:write",
                                    "templates:read",
                                    "templates:write"
                                }))
        @NotNull @Size(min = 1, max = 20) List<@NotNull @Size(max = 40) String> scopes,

        @Schema(description = "The lifetime in days; by default 30. The deployment may have a lower maximum than 366.")
        @Min(1) @Max(MAX_DAYS) @Nullable Integer expiresInDays) {

    /** The longest lifetime that a deployment can permit. */
    static final int MAX_DAYS = 366;

    private static final String ONE_LINE = "^[^\\x00-\\x1F\\x7F-\\x9F]*$";

    /** Returns the scopes. Throws the 400 problem if one of them is unknown. */
    Set<Scope> requestedScopes() {
        Set<Scope> requested = EnumSet.noneOf(Scope.class);
        for (int i = 0; i < scopes.size(); i++) {
            String field = "scopes[" + i + "]";
            requested.add(Scope.ofCode(scopes.get(i))
                    .orElseThrow(() -> InvalidRequest.field(field, Message.of("field.one-of", Scope.codes()))));
        }
        return requested;
    }
}
