package dev.haru.platform.deadline;

import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.ErrorResponseException;
import org.springframework.web.filter.OncePerRequestFilter;
import org.springframework.web.servlet.HandlerExceptionResolver;

/**
 * Gives the request its deadline, or refuses a request whose deadline has passed. The filter trusts the header: the
 * gateway removes the client's header, and only client services reach a service otherwise.
 */
final class DeadlineFilter extends OncePerRequestFilter {

    private static final String ATTRIBUTE = DeadlineFilter.class.getName();

    private final Clock clock;
    private final HandlerExceptionResolver problems;

    DeadlineFilter(Clock clock, HandlerExceptionResolver problems) {
        this.clock = clock;
        this.problems = problems;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Deadline deadline;
        try {
            deadline = deadlineOf(request);
        } catch (IllegalArgumentException malformed) {
            problems.resolveException(request, response, null, badRequest(malformed));
            return;
        }
        if (deadline == null) {
            chain.doFilter(request, response);
            return;
        }
        // An asynchronous dispatch only writes the response.
        if (deadline.isOver() && request.getDispatcherType() == DispatcherType.REQUEST) {
            problems.resolveException(request, response, null, new DeadlineExceeded());
            return;
        }
        try (Scope _ = deadline.in(Context.current()).makeCurrent()) {
            chain.doFilter(request, response);
        }
    }

    @Override
    protected boolean shouldNotFilterAsyncDispatch() {
        return false;
    }

    private @Nullable Deadline deadlineOf(HttpServletRequest request) {
        if (request.getAttribute(ATTRIBUTE) instanceof Deadline known) {
            return known;
        }
        String header = request.getHeader(Deadline.HEADER);
        if (header == null) {
            return null;
        }
        Deadline deadline = Deadline.parse(header, clock.millis());
        request.setAttribute(ATTRIBUTE, deadline);
        return deadline;
    }

    private static ErrorResponseException badRequest(IllegalArgumentException malformed) {
        return new ErrorResponseException(
                HttpStatus.BAD_REQUEST,
                ProblemDetail.forStatus(HttpStatus.BAD_REQUEST),
                malformed,
                "detail.malformed-request.deadline",
                new Object[] {Deadline.HEADER});
    }
}
