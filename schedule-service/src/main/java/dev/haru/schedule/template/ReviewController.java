package dev.haru.schedule.template;

import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import dev.haru.schedule.member.Member;
import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.responses.ApiResponse;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.validation.Valid;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

@Tag(name = "Templates")
@ApiResponse(
        responseCode = "503",
        description = "`service-unavailable`, `profile-not-ready`: try again after `Retry-After` seconds")
@RestController
@RequestMapping("/v1/templates/{id}/review")
class ReviewController {

    private final Reviews reviews;

    ReviewController(Reviews reviews) {
        this.reviews = reviews;
    }

    @Operation(
            operationId = "rateTemplate",
            summary = "Rate a template",
            description = "Sets your rating from 1 to 5, and replaces your earlier rating. You see the rating at once. "
                    + "Other members see it within a minute.")
    @ApiResponse(responseCode = "204", description = "Rated")
    @ApiResponse(responseCode = "403", description = "`own-template`: you own the template")
    @ApiResponse(responseCode = "404", description = "`not-found`: the template does not exist, or is not released")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @PutMapping
    void rate(@AuthenticationPrincipal Member member, @PathVariable UUID id, @Valid @RequestBody ReviewForm form) {
        reviews.rate(member.memberId(), id, form.rating());
    }

    @Operation(
            operationId = "unrateTemplate",
            summary = "Delete your rating",
            description = "Deletes your rating, also of a withdrawn template.")
    @ApiResponse(responseCode = "204", description = "You have no rating for the template")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    @RequiredScope(Scope.TEMPLATES_WRITE)
    @DeleteMapping
    void unrate(@AuthenticationPrincipal Member member, @PathVariable UUID id) {
        reviews.unrate(member.memberId(), id);
    }
}
