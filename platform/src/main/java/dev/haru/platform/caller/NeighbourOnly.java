package dev.haru.platform.caller;

import org.jspecify.annotations.Nullable;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Narrows an internal call, which any neighbour may make, to one of them. */
public final class NeighbourOnly {

    private NeighbourOnly() {}

    /** Ends as a 403 when the caller of {@code /internal/**} is another service than this one. */
    public static void require(String service) {
        @Nullable Authentication caller = SecurityContextHolder.getContext().getAuthentication();
        if (caller == null || !service.equals(caller.getName())) {
            throw new AccessDeniedException("only " + service + " may");
        }
    }
}
