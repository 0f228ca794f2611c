package dev.haru.platform;

import dev.haru.platform.language.Message;
import dev.haru.platform.problem.ProblemException;
import dev.haru.platform.security.InternalCall;
import dev.haru.platform.security.RequiredScope;
import dev.haru.platform.security.Scope;
import io.opentelemetry.api.trace.Span;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.validation.Valid;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.transaction.TransactionSystemException;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.PutMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The endpoints of {@link ThingService}. */
@RestController
class ThingController {

    @PostMapping("/things")
    Thing make(@Valid @RequestBody Thing thing) {
        return thing;
    }

    @PutMapping("/v1/things/{id}")
    UUID put(@PathVariable UUID id) {
        return id;
    }

    @RequiredScope(Scope.SCHEDULES_READ)
    @GetMapping("/things/read")
    String read() {
        return "thing";
    }

    @RequiredScope(Scope.SCHEDULES_WRITE)
    @GetMapping("/things/write")
    String write() {
        return "thing";
    }

    @GetMapping("/things/unstated")
    String unstated() {
        return "thing";
    }

    @PutMapping("/open/{what}")
    void putOpen(@PathVariable String what) {}

    @GetMapping("/v1/things/count")
    int count() {
        return 0;
    }

    @GetMapping({"/things/{id}", "/v1/things/{id}"})
    UUID get(
            @PathVariable UUID id,
            @RequestParam(defaultValue = "1") int limit,
            @RequestParam(required = false) @Nullable UUID before) {
        return id;
    }

    @GetMapping("/open/tagged")
    ResponseEntity<Thing> tagged() {
        return ResponseEntity.ok().eTag("\"1\"").body(new Thing("a", null, null, null, null));
    }

    @InternalCall(client = "client-service")
    @GetMapping("/internal/thing")
    String internal() {
        return "thing";
    }

    @InternalCall(client = "another")
    @GetMapping("/internal/thing/of-another")
    String ofAnotherService() {
        return "thing";
    }

    @GetMapping("/internal/thing/of-no-client")
    String withoutClient() {
        return "thing";
    }

    @GetMapping("/open/{what}")
    String open(@PathVariable String what, HttpServletRequest request) {
        return switch (what) {
            case "lines" -> request.getHeader("Accept-Language") + ";" + request.getHeader("If-None-Match");
            case "trace" -> Span.current().getSpanContext().getTraceId() + " " + MDC.get("trace_id");
            case "database" -> throw new DataAccessResourceFailureException("secret detail");
            case "rollback" -> {
                var rollback = new TransactionSystemException("secret detail");
                rollback.initApplicationException(new DataAccessResourceFailureException("secret detail"));
                throw rollback;
            }
            case "commit" -> throw new TransactionSystemException("secret detail");
            case "sign-in" ->
                throw new ProblemException(
                        HttpStatus.UNAUTHORIZED, "invalid-credentials", Message.of("detail.not-found"));
            case "nothing" -> throw new BadCredentials();
            default -> throw new IllegalStateException("secret detail");
        };
    }

    static final class BadCredentials extends org.springframework.security.core.AuthenticationException {
        BadCredentials() {
            super("secret detail");
        }
    }

    record Thing(
            @NotBlank @Size(min = 1, max = 100) String name,
            @Nullable Instant at,
            @Nullable Integer count,
            @Size(max = 5) @Nullable List<Part> parts,
            @Size(max = 5) @Nullable List<UUID> ids) {}

    record Part(
            @Nullable String name,
            @Nullable Integer size,
            @Nullable Part inner) {}
}
