package dev.haru.bench.who;

import java.util.UUID;
import org.springframework.security.core.AuthenticatedPrincipal;
import org.springframework.security.core.annotation.AuthenticationPrincipal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** Returns only the id of the authenticated member, behind the same authentication as the service's own endpoints. */
@RestController
public class WhoController {

    @GetMapping("/v1/bench/who")
    Who who(@AuthenticationPrincipal AuthenticatedPrincipal member) {
        return new Who(UUID.fromString(member.getName()));
    }

    /** The member to whom the access token belongs. */
    record Who(UUID memberId) {}
}
