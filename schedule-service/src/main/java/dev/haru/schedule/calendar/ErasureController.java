package dev.haru.schedule.calendar;

import dev.haru.platform.identity.Revocations;
import dev.haru.platform.security.InternalCall;
import io.swagger.v3.oas.annotations.Hidden;
import java.util.UUID;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/** Erases a member's calendar at the request of auth-service. */
@Hidden
@RestController
class ErasureController {

    private final Erasure erasure;
    private final Revocations revocations;

    ErasureController(Erasure erasure, Revocations revocations) {
        this.erasure = erasure;
        this.revocations = revocations;
    }

    @InternalCall(client = "auth-service")
    @DeleteMapping("/internal/members/{memberId}/schedules")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    void erase(@PathVariable UUID memberId) {
        revocations.accountEnded(memberId);
        erasure.erase(memberId);
    }
}
