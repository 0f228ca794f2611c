package dev.haru.schedule.icalendar;

import dev.haru.platform.security.InternalCall;
import io.swagger.v3.oas.annotations.Hidden;
import jakarta.validation.Valid;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;
import java.time.Instant;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * Receives the state of accounts from auth-service, and the end of all sessions of an account. Both end its tokens, but
 * the address of its feed needs none.
 */
@Hidden
@RestController
class AccountStateController {

    private final Feeds feeds;

    AccountStateController(Feeds feeds) {
        this.feeds = feeds;
    }

    @InternalCall(client = "auth-service")
    @PutMapping("/internal/members/{memberId}/account-state")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void change(@PathVariable UUID memberId, @Valid @RequestBody AccountStateForm form) {
        feeds.changeAccountState(memberId, form.disabled(), form.version());
    }

    @InternalCall(client = "auth-service")
    @DeleteMapping("/internal/members/{memberId}/feed")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void endFeed(@PathVariable UUID memberId, @RequestParam Instant createdUntil) {
        feeds.end(memberId, createdUntil);
    }

    /**
     * The state of an account.
     *
     * @param version rises with each change of the account's state
     */
    record AccountStateForm(
            @NotNull Boolean disabled, @NotNull @Min(1) Long version) {}
}
